/**
 * The functions a query may call, frozen for the pinned DuckDB version: upgrades add new ones, and a new
 * one is excluded until somebody has reviewed what it does. Excluded on purpose:
 * - functions that read settings, files, the catalog, the session or the log, or change the generator
 *   (setseed);
 * - json_structure, json_merge_patch, json_contains, json_transform, from_json: deep JSON crashes the
 *   process;
 * - json_pretty, json_tree: quadratic in the depth of the JSON, and not interruptible;
 * - list_resize, bar, bitstring_agg, reservoir_quantile: allocate what an argument says, outside
 *   memory_limit;
 * - the type constructors and `__internal_` functions, which are made for the planner and not for people.
 * `function-rules.ts` limits the arguments of those that amplify.
 */
const words = (text: string): string[] => text.trim().split(/\s+/);

const operators = words(`
  + - * / // % ^ ** & | ~ << >> || @ !__postfix ^@ ~~ !~~ ~~* !~~* ~~~ && @> <@ <-> <=> ->>
  add subtract multiply divide mod xor like_escape ilike_escape not_like_escape not_ilike_escape`);

const text = words(`
  ascii bit_length char_length character_length chr concat concat_ws contains ends_with format format_bytes
  formatreadabledecimalsize formatreadablesize instr lcase left left_grapheme len length length_grapheme lower
  lpad ltrim nfc_normalize octet_length ord parse_dirname parse_dirpath parse_filename parse_formatted_bytes
  parse_path position prefix printf repeat replace reverse right right_grapheme rpad rtrim split split_part
  starts_with str_split string_split string_to_array strip_accents strlen strpos substr substring
  substring_grapheme suffix translate trim ucase unicode upper url_decode url_encode
  damerau_levenshtein editdist3 hamming jaccard jaro_similarity jaro_winkler_similarity levenshtein mismatches
  regexp_escape regexp_extract regexp_extract_all regexp_full_match regexp_matches regexp_replace
  regexp_split_to_array regexp_split_to_table str_split_regex string_split_regex`);

const encodings = words(`
  base64 bin decode encode from_base64 from_binary from_hex hash hex md5 md5_number md5_number_lower
  md5_number_upper sha1 sha256 to_base to_base64 to_binary to_hex unbin unhex
  bit_count bit_position bitstring get_bit set_bit
  gen_random_uuid uuid uuid_extract_timestamp uuid_extract_version uuidv4 uuidv7`);

const numbers = words(`
  abs acos acosh asin asinh atan atan2 atanh cbrt ceil ceiling cos cosh cot degrees even exp factorial fdiv floor
  fmod gamma gcd greatest greatest_common_divisor isfinite isinf isnan lcm least least_common_multiple lgamma ln
  log log10 log2 nextafter pi pow power radians random round round_even roundbankers sign signbit sin sinh sqrt
  tan tanh trunc`);

const times = words(`
  age ago century current_date current_localtime current_localtimestamp date_add date_diff date_part date_sub
  date_trunc datediff datepart datesub datetrunc day dayname dayofmonth dayofweek dayofyear days_in_month decade
  epoch epoch_ms epoch_ns epoch_us era get_current_time get_current_timestamp hour isodow isoyear julian last_day
  make_date make_time make_timestamp make_timestamp_ms make_timestamp_ns make_timestamptz microsecond millennium
  millisecond minute month monthname nanosecond normalized_interval now quarter second strftime strptime
  time_bucket timezone timezone_hour timezone_minute to_centuries to_days to_decades to_hours to_microseconds
  to_millennia to_milliseconds to_minutes to_months to_quarters to_seconds to_timestamp to_weeks to_years today
  transaction_timestamp try_strptime week weekday weekofyear year yearweek`);

const conditions = words(`
  constant_or_null enum_code enum_first enum_last enum_range enum_range_boundary nullif typeof`);

const lists = words(`
  aggregate apply array_aggr array_aggregate array_append array_apply array_cat array_concat array_contains
  array_cosine_distance array_cosine_similarity array_cross_product array_distance array_distinct
  array_dot_product array_extract array_filter array_grade_up array_has array_has_all array_has_any array_indexof
  array_inner_product array_intersect array_length array_negative_dot_product array_negative_inner_product
  array_pop_back array_pop_front array_position array_prepend array_push_back array_push_front array_reduce
  array_reverse array_reverse_sort array_select array_slice array_sort array_to_string
  array_to_string_comma_default array_transform array_unique array_value array_where array_zip element_at filter
  flatten generate_series generate_subscripts grade_up list_aggr list_aggregate list_any_value list_append
  list_apply list_approx_count_distinct list_avg list_bit_and list_bit_or list_bit_xor list_bool_and list_bool_or
  list_cat list_concat list_contains list_cosine_distance list_cosine_similarity list_count list_distance
  list_distinct list_dot_product list_element list_entropy list_extract list_filter list_first list_grade_up
  list_has list_has_all list_has_any list_histogram list_indexof list_inner_product list_intersect list_kurtosis
  list_kurtosis_pop list_last list_mad list_max list_median list_min list_mode list_negative_dot_product
  list_negative_inner_product list_pack list_position list_prepend list_product list_reduce list_reverse
  list_reverse_sort list_select list_sem list_skewness list_slice list_sort list_stddev_pop list_stddev_samp
  list_string_agg list_sum list_transform list_unique list_value list_var_pop list_var_samp list_where list_zip
  range reduce unnest`);

const structs = words(`
  row struct_concat struct_contains struct_extract struct_extract_at struct_has struct_indexof struct_insert
  struct_keys struct_pack struct_position struct_update struct_values union_extract union_tag union_value
  cardinality map map_concat map_contains map_contains_entry map_contains_value map_entries map_extract
  map_extract_value map_from_entries map_keys map_values`);

const json = words(`
  array_to_json json json_array json_array_length json_exists json_extract json_extract_path
  json_extract_path_text json_extract_string json_group_array json_group_object json_keys json_object json_quote
  json_type json_valid json_value row_to_json to_json`);

const aggregates = words(`
  any_value approx_count_distinct approx_quantile approx_top_k arbitrary arg_max arg_max_null arg_max_nulls_last
  arg_min arg_min_null arg_min_nulls_last argmax argmin array_agg avg bit_and bit_or bit_xor bool_and bool_or corr
  count count_if count_star countif covar_pop covar_samp entropy favg first fsum geomean geometric_mean
  group_concat histogram histogram_exact kahan_sum kurtosis kurtosis_pop last list listagg mad max max_by mean
  median min min_by mode product quantile quantile_cont quantile_disc regr_avgx regr_avgy regr_count
  regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy sem skewness stddev stddev_pop stddev_samp
  string_agg sum sumkahan var_pop var_samp variance wavg weighted_avg`);

const windows = words(`
  cume_dist dense_rank fill first_value lag last_value lead nth_value ntile percent_rank rank rank_dense
  row_number`);

/** Every name is lowercase; DuckDB compares function names regardless of ASCII case. */
export const allowedFunctions: ReadonlySet<string> = new Set([
  ...operators,
  ...text,
  ...encodings,
  ...numbers,
  ...times,
  ...conditions,
  ...lists,
  ...structs,
  ...json,
  ...aggregates,
  ...windows,
]);

/** The names that may be passed to list_aggregate and its aliases as text. */
export const allowedAggregates: ReadonlySet<string> = new Set(aggregates);

/** Functions allowed in FROM: none that reads more than its arguments. */
export const allowedTableFunctions: ReadonlySet<string> = new Set([
  'range',
  'generate_series',
  'unnest',
  'json_each',
]);

/** Built-in macros whose body repeats an argument, and how often: nested, they multiply. */
export const argumentCopies: ReadonlyMap<string, number> = new Map([
  ['array_pop_back', 2],
  ['array_to_string', 2],
  ['array_to_string_comma_default', 2],
  ['fmod', 2],
  ['json_group_array', 2],
  ['json_group_object', 2],
  ['map_contains_entry', 3],
  ['nullif', 2],
  ['round_even', 4],
  ['roundbankers', 4],
  ['split_part', 2],
  ['wavg', 2],
  ['weighted_avg', 2],
]);

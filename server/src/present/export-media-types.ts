/** By the extension of the file. */
export const exportMediaTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xlsm: 'application/vnd.ms-excel.sheet.macroEnabled.12',
  csv: 'text/csv; charset=utf-8',
  zip: 'application/zip',
};

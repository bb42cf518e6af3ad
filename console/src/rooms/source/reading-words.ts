import { sentenceBook } from '../../app/sentence-book.js';

/** Why a region was read as it was, and why another shape of its table is offered. */
export const readingReason = sentenceBook(
  {
    'Each row is one record.': '1 行が 1 件の記録です。',
    'Periods run across the columns, so they are turned into rows.':
      '期間が列方向に並んでいるため、行に変換します。',
    'Labels stand beside their values, so they make one row.': '見出しの横に値があるため、1 行にまとめます。',
    'Rows have levels or totals between them, so they are split by level.':
      '行に階層や合計があるため、階層ごとに分けます。',
    '{n} row(s) above the data name the columns.': 'データの上の {n} 行が列の名前です。',
    '{n} row(s) hold only a label for the rows below.': '{n} 行は、下の行のための見出しだけです。',
    '{n} row(s) are totals or otherwise computed from other rows.':
      '{n} 行は、合計など、ほかの行から計算された行です。',
    'Stands over a table and is no part of it.': '表の上にあり、表の一部ではありません。',
    'A remark beside or below a table.': '表の横か下にある注記です。',
    'The sheet spans too many cells to be looked at one by one, so it is taken as one plain table.':
      'セルが多く一つずつ調べられないため、全体を一つの表とみなします。',
    'The sheet falls into too many pieces to be tables, so it is taken as one plain table.':
      '細かく分かれすぎているため、全体を一つの表とみなします。',
    'Cells are merged over columns as on graph paper, so that a column does not show which values belong together.':
      '方眼紙のようにセルが結合されていて、列からは値のまとまりが分かりません。',
    'Blank cells below a label mean the same label.': '見出しの下の空白は、同じ見出しを表します。',
    'A border shows for which rows a label in their middle holds.':
      '中央の見出しがどの行のものかは、罫線で分かります。',
    'Labels and values beside them are read as a form.': '見出しと、その横の値を、帳票として読み取りました。',
    'No row reads as a header, so columns are named by their letters.':
      '見出しの行がないため、列の名前は列番号になります。',
    'The header of the table above names the columns.': '上の表の見出しが列の名前になります。',
    'The header takes two rows.': '見出しは 2 行です。',
    'The header takes {n} rows.': '見出しは {n} 行です。',
    '{n} more header rows stand between the rows.': '行の間に、見出しの行がさらに {n} 行あります。',
    '{n} columns have no name.': '名前のない列が {n} 列あります。',
    'Several columns have the same name, as those of two tables may.':
      '同じ名前の列があります。二つの表かもしれません。',
    'A number is the name of a column.': '列の名前が数値です。',
    'The name of a column says more than a name does.': '列の名前に、名前以外のことも書かれています。',
    'There is only one column.': '列が一つだけです。',
    'There are {n} columns.': '列が {n} 列あります。',
    'There are fewer than two rows.': '行が 2 行未満です。',
    'No column has numbers, which would tell the header from the rows.':
      '数値の列がなく、見出しと行の区別がつきにくい表です。',
    'Row {n} has words where other rows have numbers.': '{n} 行目は、ほかの行なら数値のところが文字です。',
    'A row has nothing but one cell.': 'セルが一つだけの行があります。',
    'A row that is called a total was not found to be one.':
      '「合計」とある行が、計算上は合計ではありません。',
    'A column has both numbers and words.': '数値と文字が混ざった列があります。',
    'A column is mostly empty.': 'ほとんど空の列があります。',
    'Many cells are empty.': '空のセルが多くあります。',
    'Some rows are bold, as headings and totals are.': '見出しや合計のような太字の行があります。',
    'Some labels are indented, though rows have no levels.': '階層がないのに、字下げされた見出しがあります。',
    'Formulas have no stored result.': '結果が保存されていない数式があります。',
    'Periods run across the columns.': '期間が列方向に並んでいます。',
    'Rows have levels or totals between them.': '行に階層や合計があります。',
    'Levels nest.': '階層が入れ子になっています。',
    'Rows have headings.': '行の間に見出しがあります。',
    'Some rows are computed from others.': 'ほかの行から計算された行があります。',
    'Blanks are taken for the label above.': '空白は、上の見出しと同じとみなします。',
    'Cells are merged between the rows.': '行の中に結合されたセルがあります。',
    'There are blank rows inside.': '途中に空の行があります。',
    'There are columns without a heading or values inside.': '途中に、見出しも値もない列があります。',
    'There are other tables on the sheet.': 'シートにほかの表があります。',
    'There are {n} tables on the sheet.': 'シートに {n} 個の表があります。',
    'Another table begins right beside it.': 'すぐ隣に別の表があります。',
    'There are titles or notes around it.': '周りにタイトルや注記があります。',
    'Some of the titles or notes look like rows of a table.':
      'タイトルや注記の中に、表の行のようなものがあります。',
    '{columns}: {why}. Turn these columns into rows.': '{columns}: {why}。これらの列を行に変換します。',
    '{variables} repeat for {labels}: make a row for each of the latter.':
      '{variables} が {labels} ごとに繰り返されています。後者ごとに 1 行にします。',
    'In {column} {n} rows hold a label alone, the first row among them: repeat that label beside the rows below it.':
      '{column} では、最初の行を含む {n} 行が見出しだけです。その見出しを下の行に付けます。',
    'In {column} {n} rows hold a label alone: repeat that label beside the rows below it.':
      '{column} では、{n} 行が見出しだけです。その見出しを下の行に付けます。',
    'From {first} to {last} {n} rows leave blank what {groups} rows above them say: fill the blanks with the label above.':
      '{first} から {last} では、{n} 行が空白で、上の {groups} 行に見出しがあります。空白を上の見出しで埋めます。',
    'Values agree along rows ({a}) more than along columns ({b}): exchange rows and columns, so that {column} names the columns.':
      '値は列方向より行方向に揃っています。行と列を入れ替え、{column} を列の名前にします。',
    'The names {names} come again every {n} lines: make each {period} lines one row.':
      '{names} が {n} 行ごとに繰り返されています。{period} 行を 1 行にまとめます。',
    'Lines look alike every {n} lines: make each {period} lines one row.':
      '{n} 行ごとに似た行が続きます。{period} 行を 1 行にまとめます。',
    '{n}% of the cells under "{column}" are lists: make a row for each piece between {mark}.':
      '「{column}」のセルの {n}% が、{mark} で区切られた一覧です。区切りごとに 1 行にします。',
  },
  {
    'headers are numbers': '見出しが数値です',
    'headers are short codes': '見出しが短いコードです',
    'headers are months': '見出しが月です',
    'headers are years': '見出しが年です',
    'headers are quarters': '見出しが四半期です',
    'headers are dates': '見出しが日付です',
    'headers are days': '見出しが日です',
    'headers are weeks': '見出しが週です',
    'neighbouring columns hold alike values': '隣り合う列の値が似ています',
  },
);

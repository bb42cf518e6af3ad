import type { CellStyle } from '../../../core/cell-style.js';

const FONT =
  "-apple-system,BlinkMacSystemFont,'Segoe UI','Hiragino Sans','Yu Gothic UI',Meiryo,'Noto Sans JP',Arial,sans-serif";

/**
 * Styles of a mail, inline: some mail programs drop style sheets, and some keep of one only what is not about dark screens. Colours
 * are written in full, and padding is an attribute of tables, so that a cell is a few characters and more of them fit.
 */
export const inline = {
  page: 'margin:0;padding:0;background-color:#f3f4f6',
  frame: 'width:100%;table-layout:fixed',
  card: 'width:100%;max-width:720px;table-layout:fixed;background-color:#ffffff;border-radius:6px',
  content: `padding:32px;font-family:${FONT};font-size:15px;line-height:1.6;color:#1f2933;text-align:left;word-break:break-word`,
  h1: 'margin:0 0 20px;padding:0 0 10px;border-bottom:3px solid #1f4e79;font-size:24px;line-height:1.3;color:#14263d',
  h2: 'margin:28px 0 10px;font-size:20px;line-height:1.3;color:#14263d',
  h3: 'margin:24px 0 8px;font-size:17px;line-height:1.3;color:#14263d',
  h4: 'margin:20px 0 8px;font-size:15px;line-height:1.3;color:#1f4e79',
  text: 'margin:0 0 14px;white-space:pre-line',
  scroll: 'margin:0 0 6px;overflow-x:auto',
  table: `border-collapse:collapse;font-family:${FONT};font-size:13px;line-height:1.45;color:#1f2933;text-align:left;word-break:normal`,
  caption: 'margin:18px 0 6px;font-weight:bold;color:#14263d',
  prose: 'min-width:170px',
  head: 'background-color:#1f4e79;color:#ffffff;font-weight:bold',
  masked: 'background-color:#6b7a8c;color:#ffffff;font-weight:bold',
  total: 'border-top:2px solid #1f4e79;font-weight:bold',
  small: 'margin:6px 0 0;font-size:12px;color:#616e7c',
  gone: 'margin:0 0 14px;padding:10px 14px;border-left:4px solid #d9a21b;background-color:#fdf6e3;color:#6b4f00;font-size:14px',
  picture:
    'display:block;width:100%;max-width:620px;height:auto;border:0;background-color:#ffffff;border-radius:4px',
  button:
    'display:inline-block;margin:22px 0 0;padding:9px 18px;border-radius:4px;background-color:#1f4e79;color:#ffffff;font-weight:bold;text-decoration:none',
  footer:
    'margin:26px 0 0;padding:12px 0 0;border-top:1px solid #d5dbe3;font-size:12px;line-height:1.6;color:#616e7c',
  link: 'color:#1f4e79',
};

/** Of mail programs that know more: what is different on dark screens and on phones. */
export const MAIL_STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){
.edge{padding:0!important}
.content{padding:20px 14px!important}
.cells td,.cells th{padding:5px 6px!important}
h1{font-size:21px!important}
}
@media (prefers-color-scheme:dark){
.page{background-color:#10161d!important}
.card{background-color:#1a222c!important}
.content,.cells{color:#e4e9ef!important}
.h{color:#d5e5f7!important}
h1{border-color:#4d8cc7!important}
.head{background-color:#24537f!important}
.even{background-color:#222c38!important}
.total{background-color:#2a3a4d!important}
.small,.footer{color:#a3b0bd!important;border-color:#3a4756!important}
.gone{background-color:#3a3011!important;color:#f3d98b!important}
.link{color:#8cc1f5!important}
.button{background-color:#3573ad!important}
.own{color:inherit!important}
}
`.trim();

const colour = /^#[0-9a-f]{6}$/i;

/**
 * The style of an annotation. A background brings the colour of its text, so that it can be read on a dark screen too; a colour of
 * text alone gives way there (`own`).
 */
export function cellStyle(style: CellStyle | undefined): { style: string; isOwn: boolean } {
  if (!style) return { style: '', isOwn: false };
  const { bold, italic, underline, align } = style;
  const background = style.background && colour.test(style.background) ? style.background : undefined;
  const text = style.color && colour.test(style.color) ? style.color : undefined;
  const rules = {
    'font-weight': bold && 'bold',
    'font-style': italic && 'italic',
    'text-decoration': underline && 'underline',
    color: text ?? (background && '#1f2933'),
    'background-color': background,
    'text-align': align && ['left', 'center', 'right'].includes(align) && align,
  };
  const written = Object.entries(rules).flatMap(([name, value]) => (value ? [`${name}:${value}`] : []));
  return { style: written.join(';'), isOwn: text !== undefined && background === undefined };
}

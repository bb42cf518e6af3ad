/** Of every report. Short cells stay on their line; prose breaks between words, and within one that is longer than a line. */
export const PAGE_STYLE = `
:root{color-scheme:light}
*{box-sizing:border-box}
body{margin:0;background:#f3f4f6;color:#1f2933;font:15px/1.6 "Noto Sans JP","Hiragino Sans","Yu Gothic UI",Meiryo,"Segoe UI",system-ui,sans-serif}
main{max-width:70rem;margin:2rem auto;padding:3rem 3.5rem 2.5rem;background:#fff;border-radius:4px;box-shadow:0 1px 3px #0002,0 8px 24px #00000012}
h1,h2,h3,h4{line-height:1.3;margin:1.8em 0 .6em;color:#14263d;text-wrap:balance;overflow-wrap:anywhere}
h1{font-size:1.9rem;margin-top:0;padding-bottom:.5rem;border-bottom:3px solid #1f4e79}
h2{font-size:1.4rem;padding-bottom:.25rem;border-bottom:1px solid #d5dbe3}
h3{font-size:1.15rem}
h4{font-size:1rem;color:#1f4e79}
main.wide{max-width:min(110rem,96vw)}
main>:first-child{margin-top:0}
p{margin:0 0 1em;max-width:46rem;white-space:pre-line;overflow-wrap:anywhere}
figure{margin:1.2em 0 1.8em}
.scroll{overflow-x:auto}
.paper{display:none}
table{border-collapse:collapse;min-width:50%;font-size:.9rem;font-variant-numeric:tabular-nums}
caption{caption-side:top;text-align:left;font-weight:600;color:#14263d;padding-bottom:.45em}
th,td{padding:.42em .85em;border:1px solid #d5dbe3;text-align:left;vertical-align:top}
td{white-space:pre}
td>div{min-width:30ch;max-width:44ch;white-space:pre-line;overflow-wrap:break-word}
th{max-width:26rem;overflow-wrap:break-word}
thead th{background:#1f4e79;color:#fff;border-color:#1f4e79;font-weight:600;vertical-align:bottom}
thead th+th{border-left-color:#4a729b}
thead th.masked{background:#6b7a8c;border-color:#6b7a8c}
tbody tr:nth-child(even) td{background:#f7f9fb}
td.n,th.n{text-align:right}
tfoot td{background:#e8eef5;font-weight:600;border-top:2px solid #1f4e79}
tfoot tr+tr td{border-top:1px solid #d5dbe3}
tfoot small{font-weight:400;color:#52606d}
td.none{text-align:center;color:#7b8794}
sup{color:#1f4e79;font-size:.7em;line-height:0;margin-left:.15em}
td.n sup{display:inline-block;width:0}
.note{margin:.5em 0 0;font-size:.82rem;color:#616e7c}
.gone{margin:1em 0;padding:.6em 1em;border-left:4px solid #d9a21b;background:#fdf6e3;color:#6b4f00;font-size:.9rem}
.notes{margin:.6em 0 0;padding-left:1.6em;font-size:.82rem;color:#3e4c59}
.chart{text-align:center}
.chart svg{max-width:100%;height:auto}
.gap{height:1.6em}
footer{margin-top:2.5rem;padding-top:.7rem;border-top:1px solid #d5dbe3;font-size:.78rem;color:#7b8794}
@media (max-width:45rem){main{margin:0;padding:1.5rem 1.2rem;border-radius:0;box-shadow:none}}
@media screen and (max-width:34rem){.chart{overflow-x:auto}.chart svg{width:36rem;max-width:none}}
@media print{
body{background:none;font-size:10pt}
main,main.wide{max-width:none;margin:0;padding:0;box-shadow:none}
.scroll{overflow:visible}
.screen{display:none}
.paper{display:block}
.paper .scroll+.scroll{margin-top:1.4em}
table{font-size:8.5pt;min-width:0}
.small table{font-size:6.6pt}
td>div{min-width:16ch;max-width:40ch}
thead{display:table-header-group}
tfoot{display:table-row-group}
tr,.chart{break-inside:avoid}
main.wide .chart svg{width:auto;max-height:80mm}
h1,h2,h3,h4,caption{break-after:avoid}
thead th,tfoot td,tbody td{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}
`.trim();

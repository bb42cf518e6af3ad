"""Saves exported.xlsx, without an edit, as other programs do: python save.py, in the directory of the file.

`writeExtremes` of ../extreme-values.ts writes exported.xlsx. Needs openpyxl, pandas, XlsxWriter and LibreOffice.
"""

import subprocess

import openpyxl
import pandas

EXPORTED = "exported.xlsx"


def libreoffice(name, to, saved):
    subprocess.run(["soffice", "--headless", "--convert-to", to, "--outdir", "saved", name], check=True)
    subprocess.run(["mv", f"saved/{name.replace('.xlsx', '')}.{to}", saved], check=True)


openpyxl.load_workbook(EXPORTED).save("openpyxl.xlsx")
sheet = pandas.read_excel(EXPORTED, sheet_name="extremes")
for engine in ["openpyxl", "xlsxwriter"]:
    sheet.to_excel(f"pandas-{engine}.xlsx", sheet_name="extremes", index=False, engine=engine)
libreoffice(EXPORTED, "xlsx", "libreoffice.xlsx")
libreoffice(EXPORTED, "ods", "libreoffice.ods")
# Long numbers are numbers in a file that pandas saved; it rounds the largest double to infinity.
sheet.drop(columns="double").to_excel("numbers.xlsx", sheet_name="extremes", index=False)
libreoffice("numbers.xlsx", "xlsx", "pandas-libreoffice.xlsx")

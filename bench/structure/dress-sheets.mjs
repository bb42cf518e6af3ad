// Looks for sheets that have none: what a workbook does to headers, totals and titles, chosen at random, so that
// the line model learns what looks tell but does not rely on any.
import { columnLetters } from '#sheets/core/column-letters.js';

const LINE = { top: 'thin', right: 'thin', bottom: 'thin', left: 'thin' };
const FILLS = ['DDEBF7', 'F2F2F2', 'FFFF00', '4472C4', 'E2EFDA'];

/** How likely the lines of a role are bold, filled, centered and over a line. */
const HABITS = {
  header: { bold: 0.6, fill: 0.45, center: 0.4, above: 0.2, below: 0.3 },
  metadata: { bold: 0.35, fill: 0.08, center: 0.2, above: 0, below: 0.03 },
  group: { bold: 0.5, fill: 0.25, center: 0.05, above: 0.1, below: 0 },
  derived: { bold: 0.5, fill: 0.25, center: 0, above: 0.3, below: 0.1 },
  data: { bold: 0, fill: 0.03, center: 0.05, above: 0, below: 0 },
  notes: { bold: 0.05, fill: 0.02, center: 0, above: 0, below: 0 },
};

/** The sheet with looks, merges and formulas. */
export function dressSheet({ rows, labels }, random) {
  const dress = Object.fromEntries(
    Object.entries(HABITS).map(([role, habit]) => [role, lookFor(habit, random)]),
  );
  const boxed = random() < 0.4;
  const banded = random() < 0.1 ? pick(FILLS, random) : null;
  const boldTitle = random() < 0.4;
  const format = pick(['General', '#,##0', '0.0'], random);
  const written = random() < 0.4;
  const looks = rows.map((cells, row) => {
    const role = labels[row];
    const isTable = ['header', 'group', 'derived', 'data'].includes(role);
    const odd = role === 'data' && random() < 0.01;
    const look = {
      ...dress[role],
      ...(role === 'metadata' && boldTitle && labels.indexOf('metadata') === row && { bold: true }),
      ...(role === 'data' && banded && row % 2 === 0 && { fill: banded }),
      ...(odd && { bold: true, fill: pick(FILLS, random) }),
      ...(boxed && isTable && { borders: LINE }),
      ...(role !== 'header' && { numberFormat: format }),
    };
    return cells.map(() => look);
  });
  const formulas = rows.map((cells, row) =>
    written && labels[row] === 'derived' ? cells.map((_, column) => sumAbove(column, row)) : [],
  );
  return { rows, labels, looks, formulas, merges: mergesOf(rows, labels, random) };
}

function lookFor({ bold, fill, center, above, below }, random) {
  const borders = { top: random() < above ? 'thin' : null, bottom: random() < below ? 'thin' : null };
  return {
    bold: random() < bold,
    fill: random() < fill ? pick(FILLS, random) : null,
    align: random() < center ? 'center' : null,
    borders: { right: null, left: null, ...borders },
  };
}

const sumAbove = (column, row) =>
  `SUM(${columnLetters(column)}2:${columnLetters(column)}${Math.max(3, row)})`;

/** Titles over the width of the sheet, labels of a header over the blank cells beside them. */
function mergesOf(rows, labels, random) {
  const width = Math.max(...rows.map((row) => row.length));
  const titles = random() < 0.3;
  const headers = random() < 0.5;
  const merges = [];
  rows.forEach((cells, row) => {
    const first = cells.findIndex((cell) => cell.trim());
    if (first < 0) return;
    const isAlone = cells.every((cell, column) => column === first || !cell.trim());
    if (titles && labels[row] === 'metadata' && isAlone)
      merges.push({ top: row, bottom: row, left: first, right: width - 1 });
    if (!headers || labels[row] !== 'header' || labels[row + 1] !== 'header') return;
    for (let left = first; left < cells.length; left++) {
      let right = left;
      while (right + 1 < cells.length && !cells[right + 1].trim()) right++;
      if (cells[left].trim() && right > left) merges.push({ top: row, bottom: row, left, right });
      left = right;
    }
  });
  return merges;
}

const pick = (list, random) => list[Math.floor(random() * list.length)];

// How many labelled regions are found exactly with the shipped weights, which were not trained on these
// sheets.
import { readFileSync } from 'node:fs';
import { CellGrid } from '#structure/cell-grid.js';
import { findRegions } from '#structure/regions/find-regions.js';
import { printTable } from '../support/measure.mjs';
import { DATA, readJsonLines, readRows } from './line-corpus.mjs';
import { scoreRegions } from './score.mjs';

const labels = readJsonLines(`${DATA}regions/labels.jsonl`);
const predictions = labels.map(({ file }) => ({
  file,
  regions: findRegions(CellGrid.ofTexts(readRows(`${DATA}regions/files/${file}`))).map(({ range }) => range),
}));
const read = (file) => readFileSync(`${DATA}regions/files/${file}`, 'utf8');
const score = scoreRegions(labels, predictions, read);
// The same score with labels and predictions exchanged, so that precision is also a mean by template.
const exchanged = scoreRegions(
  labels.map(({ file, template }, index) => ({ file, template, regions: predictions[index].regions })),
  labels.map(({ file, regions }) => ({ file, regions })),
  read,
);
printTable(
  'Regions met exactly',
  ['measure', 'recall', 'precision'],
  [
    ['mean by template', score.exact_recall_by_template, exchanged.exact_recall_by_template],
    ['all regions', score.iou_1.recall, score.iou_1.precision],
  ],
);

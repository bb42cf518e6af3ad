import { book } from './files.js';

/** A quarter as an office sends it: a title, groups, months across, totals, and a slip: 404 in place of 440. */
export const takingsReport = book('xlsx', {
  'Q1 2026': [
    ['Northwind Ferries: takings by route, first quarter 2026'],
    ['Printed 2026-04-02 by M. Adeyemi'],
    [],
    ['Route', 'Vessel', 'January', 'February', 'March', 'Quarter'],
    ['North lines'],
    ['Harbour to Hill', 'Heron', 1200, 1150, 1310, 3660],
    ['Harbour to Isle', 'Gannet', 860, 790, 905, 2555],
    ['Subtotal north', null, 2060, 1940, 2215, 6215],
    ['South lines'],
    ['Quay to Cape', 'Petrel', 640, 655, 702, 1997],
    ['Quay to Sound', 'Tern', 415, 398, 404, 1253],
    ['Subtotal south', null, 1055, 1053, 1142, 3250],
    ['Total', null, 3115, 2993, 3357, 9465],
    [],
    ['In thousand crowns. March is preliminary.'],
  ],
});

export const routes = {
  name: 'routes.csv',
  content: `route,port,captain,captain_pay
Harbour to Hill,North Port,Ingrid Holm,5100
Harbour to Isle,North Port,Jonas Berg,4800
Quay to Cape,South Port,Leila Haddad,4950
Quay to Sound,South Port,Tomas Eriksen,4700
`,
};

#!/usr/bin/env node
// Writes the OpenAPI document of the built service into docs/openapi.json.
import { writeFileSync } from 'node:fs';
import { endpoints } from '#server/http/endpoints.js';
import { openApiDocument } from '#server/http/openapi/document.js';

const FILE = new URL('../docs/openapi.json', import.meta.url);

writeFileSync(FILE, `${JSON.stringify(openApiDocument(endpoints, undefined), null, 2)}\n`);

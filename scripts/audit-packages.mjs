#!/usr/bin/env node
// Checks the installed packages: whether advisories name one of them, and whether each is what its registry signed.
// A registry or mirror without these answers is said to have none, and fails nothing: there is then nothing to go by.
import { spawnSync } from 'node:child_process';

/** What is used in production may have no advisory of these; the others are only listed. */
const SEVERE = ['high', 'critical'];

function npmAudit(...args) {
  const { stdout } = spawnSync('npm', ['audit', ...args, '--json', '--fetch-retries=0'], {
    encoding: 'utf8',
  });
  try {
    return JSON.parse(stdout);
  } catch {
    return {};
  }
}

function checkAdvisories() {
  const found = npmAudit('--omit=dev');
  if (found.auditReportVersion === undefined) return 'advisories: not checked, the registry offers none';
  const severe = Object.values(found.vulnerabilities).filter(({ severity }) => SEVERE.includes(severity));
  for (const { name, severity, range } of severe) console.error(`${severity}: ${name} ${range}`);
  if (severe.length > 0) process.exitCode = 1;
  const { total } = found.metadata.vulnerabilities;
  return `advisories: ${severe.length} severe, ${total - severe.length} others`;
}

function checkSignatures() {
  const found = npmAudit('signatures');
  if (found.invalid === undefined) return 'signatures: not checked, the registry offers none';
  for (const { name, version } of found.invalid) console.error(`invalid signature: ${name} ${version}`);
  if (found.invalid.length > 0) process.exitCode = 1;
  return `signatures: ${found.invalid.length} invalid`;
}

console.log(checkAdvisories());
console.log(checkSignatures());

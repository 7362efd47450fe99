#!/usr/bin/env node
// Stands in for a native solc: forge asks it for its version and hands it standard JSON, and nothing is downloaded.
import { readFileSync } from 'node:fs'
import solc from 'solc'

if (process.argv.includes('--version')) {
  process.stdout.write(`solc, the solidity compiler commandline interface\nVersion: ${solc.version()}\n`)
} else {
  process.stdout.write(solc.compile(readFileSync(0, 'utf8')))
}

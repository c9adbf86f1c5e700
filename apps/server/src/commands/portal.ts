/** `npm run portal -- COMMAND …`: the commands for operators. Without a command it lists them. */
import { existsSync } from 'node:fs'
import { reportTrouble } from './command-line.ts'
import { runCommandLine } from './run-command-line.ts'

if (existsSync('.env')) process.loadEnvFile('.env')
await runCommandLine(process.argv.slice(2)).catch(reportTrouble)

/** Runs `program.ts` for the server, in a process of its own. */
import { fork } from 'node:child_process'
import { OperatorError } from '../../src/platform/errors/operator-error.ts'
import { installed } from '../../src/platform/installed.ts'
import type { AccountKey } from './accounts.ts'

/** The random passwords of the accounts; empty unless this process filled a public demonstration. */
export type FillResult = { readonly passwords: readonly (readonly [AccountKey, string])[] }

/** The numbers of new appointments and exams. */
export type FreshenResult = { readonly hours: number; readonly exams: number }

/** An error of the process. `line` is for the operator, and null if the error is unexpected. */
export type Failed = { readonly failed: { readonly line: string | null; readonly stack: string } }

function isFailed(message: unknown): message is Failed {
  return typeof message === 'object' && message !== null && 'failed' in message
}

function errorOf({ failed: { line, stack } }: Failed): Error {
  if (line !== null) return new OperatorError(line)
  return Object.assign(new Error(stack.split('\n')[0]), { stack })
}

function runProgram<Result>(task: 'fill' | 'freshen'): Promise<Result> {
  const program = installed('demonstration.mjs', 'seed/demonstration/program.ts')
  return new Promise((resolve, reject) => {
    const child = fork(program, [task])
    child.once('message', (result) => {
      if (isFailed(result)) reject(errorOf(result))
      else resolve(result as Result)
    })
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      reject(new Error(`the demonstration's process (${task}) ended with ${signal ?? `code ${code}`}`)),
    )
  })
}

/** Fills the demonstration clinic if the database has no people. */
export const fillInOwnProcess = () => runProgram<FillResult>('fill')

/** Adds what happened in the demonstration clinic since the last time. */
export const freshenInOwnProcess = () => runProgram<FreshenResult>('freshen')

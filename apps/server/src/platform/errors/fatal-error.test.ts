import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { makeTestFolder } from '../../../test/files/folder.ts'
import { ConfigError } from '../config/reader.ts'
import { diskFull } from '../database/embedded-postgres/errors.ts'
import { attemptTwice } from './attempt-twice.ts'
import { explainFatalError, needsOperator, reportFatalError } from './fatal-error.ts'

function errorWith(fields: object): Error {
  return Object.assign(new Error('a message of Node'), fields)
}

test.each([
  [
    { code: 'EADDRINUSE', port: 3000 },
    /^The port 3000 is in use .*set PORT to another number, as in PORT=3001/,
  ],
  [{ code: 'EADDRNOTAVAIL', address: '10.0.0.9' }, /^HOST should be an address of this machine.*10\.0\.0\.9/],
  [{ code: 'EACCES', syscall: 'listen', port: 80 }, /^This user may not open the port 80: set PORT/],
  [
    { code: 'EACCES', syscall: 'open', path: '/srv/data/x' },
    /^\/srv\/data\/x cannot be used by this user \(EACCES\)/,
  ],
  [{ code: 'EPERM', path: '/srv/data' }, /^\/srv\/data cannot be used by this user \(EPERM\): set DATA_DIR/],
  [{ code: 'EROFS', path: '/srv/data' }, /^\/srv\/data cannot be used by this user \(EROFS\)/],
  [
    { code: 'ENOTDIR', path: '/srv/file/x' },
    /^\/srv\/file\/x cannot be used, because a part of this path is a file/,
  ],
  [{ code: 'ENOSPC', path: '/srv/x' }, /^The disk is full \(\/srv\/x\): free some space/],
  [{ code: 'ENOSPC' }, /^The disk is full: free some space/],
  [{ code: 'EDQUOT' }, /^The quota of this user on the disk is used up: free/],
  [{ code: 'ECONNREFUSED', address: '127.0.0.1', port: 9000 }, /^Nothing answers at 127\.0\.0\.1:9000/],
  [{ code: 'EMFILE' }, /ulimit -n/],
  [{ code: 'ENOMEM' }, /too little free memory/],
  [{ code: 'ERR_MODULE_NOT_FOUND' }, /run npm ci/],
  [{ code: '53100' }, /^The disk of the database is full: free/],
  [{ code: '53200' }, /^The database has too little memory/],
  [{ code: '53300' }, /^The database accepts no more connections/],
  [{ code: '57014' }, /took longer than ten minutes/],
  [{ code: '57P01' }, /^The database was stopped/],
])('the error %o is one line with its remedy', (fields, line) => {
  const error = errorWith(fields)
  expect(explainFatalError(error)).toMatch(line)
  expect(explainFatalError(error)).not.toContain('\n')
  expect(explainFatalError(new Error('outer', { cause: error }))).toMatch(line)
})

test('an error that the program expects is its own line, and an unknown one has none', () => {
  expect(explainFatalError(new ConfigError('PORT should be a number'))).toBe('PORT should be a number')
  expect(explainFatalError(diskFull('/srv/data'))).toMatch(/^The disk of the database in \/srv\/data is full/)
  for (const unknown of [
    new Error('relation "x" does not exist'),
    errorWith({ code: 'E_OTHER' }),
    'text',
    null,
  ])
    expect(explainFatalError(unknown)).toBeNull()
})

function report(error: unknown, folder: string | null): string {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  try {
    reportFatalError(error, folder)
    return write.mock.calls.map(([text]) => String(text)).join('')
  } finally {
    write.mockRestore()
  }
}

test('an unexpected error is printed as one line, and its stack is in a file that the line names', () => {
  const folder = makeTestFolder()
  const error = new Error(`relation "x" does not exist\n${'minified source '.repeat(1000)}`)
  const printed = report(error, folder)
  expect(printed).toBe(
    `The program ended because of an unexpected error: relation "x" does not exist. The details are in ${folder}/errors.log: start again, and report it with these details if it comes back.\n`,
  )
  expect(readFileSync(join(folder, 'errors.log'), 'utf8')).toContain('fatal-error.test.ts')
  expect(statSync(join(folder, 'errors.log')).mode & 0o777).toBe(0o600)
  report(new Error('another'), folder)
  expect(readFileSync(join(folder, 'errors.log'), 'utf8')).toMatch(/minified.*another/s)
})

test('an expected error prints its line alone and writes no file', () => {
  const folder = makeTestFolder()
  expect(report(new ConfigError('PORT should be a number'), folder)).toBe('PORT should be a number\n')
  expect(readdirSync(folder)).toEqual([])
})

test('work of the start is done once more after an error that may not come back, and not after others', async () => {
  const attempt = async (errors: readonly Error[]) => {
    const failures: unknown[] = []
    const left = [...errors]
    const work = async () => {
      const error = left.shift()
      if (error !== undefined) throw error
      return 'done'
    }
    const result = await attemptTwice(work, (error) => failures.push(error)).catch((error) => error)
    return [result, failures.length]
  }
  const slow = errorWith({ code: '57014' })
  const full = errorWith({ code: 'ENOSPC' })
  expect(await attempt([])).toEqual(['done', 0])
  expect(await attempt([slow])).toEqual(['done', 1])
  expect(await attempt([new Error('unknown')])).toEqual(['done', 1])
  expect(await attempt([slow, slow])).toEqual([slow, 1])
  expect(await attempt([full])).toEqual([full, 0])
  expect([slow, full].map(needsOperator)).toEqual([false, true])
})

/** Leaves the messages of errors that only the server throws out of the browser's script: the browser gets them with the answer. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const errorTable = /\/packages\/contract\/src\/error-table\.ts$/
/** One row of the table: `name: { status: 409, msg: '…' },` on one line or several. */
const row = /^ {2}(\w+): \{([^{}]*)\},\n/gm

/** Returns the codes of the errors that this folder's scripts create. */
function codesCreatedIn(folder: string): Set<string> {
  const codes = new Set<string>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name) || /\.test\./.test(entry.name)) continue
    const text = readFileSync(join(entry.parentPath, entry.name), 'utf8')
    for (const [, code = ''] of text.matchAll(/new ApiError\(\s*'(\w+)'/g)) codes.add(code)
  }
  return codes
}

/** Removes the rows of the error table that the browser never reads. */
function removeServerRows(table: string, created: ReadonlySet<string>): string {
  return table.replace(row, (text, code: string, content: string) =>
    // The client itself creates these two, and compares the messages of 503 with an answer's.
    created.has(code) || code === 'invalid' || /status: 503\b/.test(content) ? text : '',
  )
}

export function dropServerMessages(sources: string): Plugin {
  return {
    name: 'drop-server-messages',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!errorTable.test(id)) return null
      return { code: removeServerRows(code, codesCreatedIn(sources)), map: null }
    },
  }
}

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../../test/commands/run-command.ts'
import { importedDocument, openResultImport } from '../../test/exams.ts'
import { makeTestFolder } from '../../test/files/folder.ts'
import { startPortal } from '../../test/portal.ts'
import { createWatchFolder } from '../adapters/clinical-archive/result-import/watch-folder.ts'
import { createLogger } from '../platform/logger.ts'

/** Two servers that share a data folder, as the service units of one machine do, and the command with that folder. */
async function startServers() {
  const folder = makeTestFolder()
  mkdirSync(join(folder, 'archive'))
  const portal = await startPortal()
  const { clock } = portal
  const resultImport = openResultImport(portal)
  for (let server = 0; server < 2; server += 1) {
    const inbox = createWatchFolder({
      folder: join(folder, 'archive'),
      add: resultImport.add,
      onAdded: async () => {},
      clock,
      logger: createLogger('silent'),
      poll: 20,
    })
    inbox.start()
    onTestFinished(() => inbox.stop())
  }

  /** Writes a document to a file and runs the command with it, as an operator does. */
  function addDocument(content: string) {
    const file = join(folder, 'result.json')
    writeFileSync(file, content)
    return runCommand('archive:add', [file], { DATA_DIR: folder })
  }
  return { portal, addDocument }
}

test('npm run portal -- archive:add stores a document once, replaces it by its correction, and says what became of each', async () => {
  const { portal, addDocument } = await startServers()
  const person = await portal.person()
  const result = {
    ...importedDocument(person.document_number, { reported_at: '2026-11-26T09:15:00-03:00' }),
    results: [{ code: 'COL', name: 'Colesterol total', value: 190, unit: 'mg/dL' }],
  }
  const added = await addDocument(JSON.stringify(result))
  const call = await portal.as(person)
  const { laboratories } = await call(examEndpoints.list)
  expect(laboratories).toHaveLength(1)
  const exam = laboratories[0]?.attention_id
  expect(added).toMatchObject({ code: 0, output: `Added: exam ${exam}\n`, errors: '' })

  expect(await addDocument(JSON.stringify(result))).toMatchObject({
    code: 0,
    output: `Already there: exam ${exam}\n`,
  })
  const correction = { ...result, reported_at: '2026-11-26T10:15:00-03:00', status: 'corrected' }
  const corrected = { ...correction, results: [{ ...result.results[0], value: 180 }] }
  expect(await addDocument(JSON.stringify(corrected))).toMatchObject({
    code: 0,
    output: `Corrected: exam ${exam}\n`,
  })
})

/** F7: the disk that stores the files runs short of space, gets full, and has space again. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createToken } from '../../bench/clinic.ts'
import { type Answer, form, json, pdf } from '../harness/calling.ts'
import type { Harness } from '../harness/harness.ts'
import { openFindings, type Size } from '../harness/outcome.ts'
import { listFiles } from '../harness/stored-files.ts'

const soon = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
const fields = { id_intervencion: '4', c_prevision: '5', fecha_estimada: soon, comentarios: 'Prueba' }

/** Returns the milliseconds until the condition is true. Gives up after ten seconds. */
async function timeUntil(isSo: () => Promise<boolean>): Promise<number> {
  const began = performance.now()
  while (!(await isSo())) {
    if (performance.now() - began > 10_000) return Number.POSITIVE_INFINITY
    await wait(100)
  }
  return performance.now() - began
}

export async function testFullDisk(harness: Harness, size: Size) {
  const findings = openFindings(size)
  const { url, ask } = await harness.clinic()
  const dataDir = harness.folder()
  const disk = join(harness.folder(), 'disk')
  const server = await harness.server(
    { DATABASE_URL: url, DATA_DIR: dataDir, DRILL_DISK: disk },
    { before: [join(import.meta.dirname, '../harness/faked-disk.ts')] },
  )
  const own = { 'x-token': createToken(1) }
  const upload = () => {
    const asked = form(fields, pdf(200_000))
    return server.ask({ ...asked, path: '/api/budgets/requests', headers: { ...asked.headers, ...own } })
  }
  let stored = 0
  const times = size === 'whole' ? 50 : 8
  for (const state of ['short', 'full'] as const) {
    if ((await upload()).status === 200) stored += 1
    writeFileSync(disk, state)
    const answers: Answer[] = []
    let others = 0
    for (let turn = 0; turn < times; turn += 1) {
      answers.push(await upload())
      const list = await server.ask({ path: '/api/budgets/requests/pages', headers: own })
      const asked = json({ id: 1, suggestion: 'Grupo familiar', comment: `disk ${turn}` })
      const write = await server.ask({ ...asked, path: '/api/survey', headers: { ...asked.headers, ...own } })
      if (list.status === 200 && write.status === 200) others += 1
    }
    for (const { status } of answers) findings.error(status)
    const rejected = answers.filter(({ status, headers }) => status === 503 && headers['retry-after'])
    findings.atLeast(`${state}: uploads refused with 503 and Retry-After`, rejected.length, times)
    findings.atLeast(`${state}: reads and writes without files that go on`, others, times)
    writeFileSync(disk, '')
    const back = await timeUntil(async () => (await upload()).status === 200)
    stored += 1
    findings.recovered(back)
    findings.atMost(`${state}: uploads taken again after`, back, 5_000, 'ms')
  }
  const [row] = await ask<{ budgets: number; files: number; unfinished: number }>(
    `select (select count(*)::int from budget_requests) as budgets, (select count(*)::int from files) as files,
       (select count(*)::int from unfinished_files) as unfinished`,
  )
  findings.add({ acknowledged: stored, lost: Math.max(0, stored - (row?.budgets ?? 0)) })
  const orphans =
    Math.abs((row?.budgets ?? 0) - (row?.files ?? 0)) +
    Math.abs(listFiles(join(dataDir, 'files')).length - (row?.files ?? 0)) +
    (row?.unfinished ?? 0)
  findings.atMost('rows without a file, files without a row', orphans, 0)
  return findings.outcome()
}

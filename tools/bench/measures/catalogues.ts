/** Promise 9: answers that change only with a new version come from memory. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getRequest, type Load } from '../load-client.ts'
import { type Figure, heading, median, print, shown } from '../report.ts'
import { inRounds, measure, medianRatio } from '../rounds.ts'
import { ask, type Server } from '../servers.ts'

const catalogues = [
  { name: 'genders', path: '/api/genders' },
  { name: 'nationalities', path: '/api/locations/nationalities' },
] as const

type CataloguesParts = {
  readonly load: Load
  readonly portal: Server
  /** Starts the bare server that always answers with the content of this file. */
  readonly startStatic: (body: string) => Promise<Server>
  readonly folder: string
  readonly rounds: number
  readonly seconds: number
}

export async function measureCatalogues(parts: CataloguesParts): Promise<Figure[]> {
  const { load, portal, startStatic, folder, rounds, seconds } = parts
  const figures: Figure[] = []
  const add = (figure: Figure) => {
    figures.push(figure)
    print(figure)
  }
  heading('Catalogues, 16 connections', 'portal', 'bare static', 'ratio (limit)')
  for (const { name, path } of catalogues) {
    const first = await ask(portal.port, path)
    const etag = String(first.headers.etag)
    const again = await ask(portal.port, path, { 'if-none-match': etag })
    add({
      promise: 9,
      what: `${name}: ETag, and 304 to who has it`,
      measured: `${first.headers.etag ? 'ETag' : 'no ETag'}, ${again.status}`,
      met: first.headers.etag !== undefined && again.status === 304 && again.body === '',
    })
    const body = join(folder, `${name}.json`)
    writeFileSync(body, first.body)
    const bare = await startStatic(body)
    const side = (server: Server) => () =>
      measure(
        load,
        {
          port: server.port,
          connections: 16,
          warmSeconds: 0.5,
          seconds,
          requests: [getRequest(path)],
          status: '200',
        },
        server,
        null,
      )
    const measured = await inRounds(rounds, { bare: side(bare), portal: side(portal) })
    await bare.stop()
    add({
      promise: null,
      what: `${name}: calls a second`,
      measured: shown(median(measured.map((round) => round.portal.perSecond))),
      against: shown(median(measured.map((round) => round.bare.perSecond))),
      ratio: { value: medianRatio(measured, ({ perSecond }) => perSecond) },
    })
    add({
      promise: null,
      what: `${name}: cores the load generator used`,
      measured: shown(median(measured.map((round) => round.portal.ownCores))),
      against: shown(median(measured.map((round) => round.bare.ownCores))),
    })
  }
  return figures
}

/** Promise 10: the bytes of the scripts and styles that a first visit to `/` loads, as sent to a browser. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { measurePage } from '../../../scripts/build-steps/page-sizes.ts'
import { type Figure, heading, print } from '../report.ts'

export function measureFirstVisit(webFolder: string): Figure[] {
  heading('First visit to /', 'brotli', '', 'kB (limit)')
  if (!existsSync(join(webFolder, 'shells/index.html'))) throw new Error('there is no built web application')
  const figures = measurePage(webFolder, 'index').map(
    ({ kind, files, kilobytes, limit }): Figure => ({
      promise: 10,
      what: `${kind} (${files} files)`,
      measured: `${kilobytes.toFixed(1)} kB`,
      ratio: { value: kilobytes, limit, kind: 'most' },
    }),
  )
  for (const figure of figures) print(figure)
  return figures
}

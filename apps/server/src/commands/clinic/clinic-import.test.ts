import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogueEndpoints } from '@mi-portal/contract/catalogues'
import { expect, test } from 'vitest'
import { getEnvironment, runCommand } from '../../../test/commands/run-command.ts'
import { makeTestFolder } from '../../../test/files/folder.ts'
import { startPortal } from '../../../test/portal.ts'
import { shippedPackage } from '../../modules/clinic/package/package-files.ts'

/** A running portal, a copy of the demonstration's package, and the commands as an operator runs them. */
async function startImporting(portal: Awaited<ReturnType<typeof startPortal>>) {
  const folder = makeTestFolder()
  const copy = join(folder, 'clinica')
  cpSync(shippedPackage('demonstration'), copy, { recursive: true })
  const environment = await getEnvironment(portal.db, folder)
  return {
    portal,
    folder,
    copy,
    /** Replaces a text in a file of the package. */
    change: (file: string, from: string, to: string) => {
      const path = join(copy, file)
      const text = readFileSync(path, 'utf8')
      expect(text).toContain(from)
      writeFileSync(path, text.replace(from, to))
    },
    run: (words: readonly string[], input = '') => runCommand('clinic:import', words, environment, input),
    exportTo: (name: string) => runCommand('clinic:export', [join(folder, name)], environment),
  }
}

test('a changed package is shown by part and row, and a running server serves it without a restart', async () => {
  const { portal, copy, change, run } = await startImporting(await startPortal())
  change('clinic.yaml', 'brand: Clínica Andes', 'brand: Clínica Los Robles')
  change('survey.yaml', '- id: 5\n  name: Proceso de creación de cuenta\n', '- id: 6\n  name: Horarios\n')
  change('insurers.csv', '5;Fonasa;', '5;Fonasa (todos);')
  const { code, output, errors } = await run([copy, '--yes'])
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  expect(output).toBe(`clinic.yaml
  cambia 1: brand
insurers.csv
  cambia 1: 5
survey.yaml
  agrega 1: 6
  retira 1: 5
Publicado: Clínica Los Robles
`)
  await expect.poll(() => portal.clinic.current().clinic.brand).toBe('Clínica Los Robles')
  const { forecasts } = await portal.anonymous(catalogueEndpoints.forecasts)
  expect(forecasts.find(({ id }) => id === 5)?.nombre).toBe('Fonasa (todos)')
  expect(
    await portal.db.ask(
      `select note, author from clinic_parts where part = 'clinic' and state = 'published'`,
    ),
  ).toEqual([{ note: 'clinic:import clinica', author: null }])
})

test('nothing is published of a package with errors, each of which names file, line, field and remedy, nor without a yes', async () => {
  const { portal, copy, change, run } = await startImporting(await startPortal())
  change('clinic.yaml', 'brand: Clínica Andes', 'brand: Clínica Los Robles')
  change('survey.yaml', 'id: 2', 'id: dos')
  const { code, errors } = await run([copy, '--yes'])
  expect([code, errors]).toEqual([
    1,
    `survey.yaml:3 id: «dos» no es válido (Escribe un número entero entre 1 y 2147483647)
1 error. No se publicó nada.
`,
  ])
  change('survey.yaml', 'id: dos', 'id: 2')
  const denied = await run([copy], 'no\n')
  expect(denied).toMatchObject({ code: 1, errors: 'No se publicó nada.\n' })
  expect(denied.output).toContain('¿Publicar estos cambios? (sí o no)')
  expect(await portal.db.ask(`select id from clinic_parts where state = 'replaced'`)).toEqual([])
  expect(await run([copy], 'sí\n')).toMatchObject({ code: 0 })
  await expect.poll(() => portal.clinic.current().clinic.brand).toBe('Clínica Los Robles')
})

test('another legal text under a published version is an error at its version, before anything is asked', async () => {
  const { copy, change, run } = await startImporting(await startPortal())
  change('legal/terms.md', '## ', '## Nuevo título\n\nTexto.\n\n## ')
  expect(await run([copy], 'sí\n')).toMatchObject({
    code: 1,
    output: '',
    errors: `legal/terms.md:2 version: La versión «4» ya se publicó con otro texto (Escribe otra versión: un texto que alguien pudo aceptar no cambia)
1 error. No se publicó nada.
`,
  })
  change('legal/terms.md', 'version: "4"', 'version: "5"')
  expect(await run([copy, '--yes'])).toMatchObject({ code: 0 })
})

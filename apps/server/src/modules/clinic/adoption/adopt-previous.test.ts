import { parsePart, partNames } from '@mi-portal/contract/clinic/clinic-package'
import { comparePackages } from '@mi-portal/contract/clinic/differences'
import { expect, test } from 'vitest'
import { fillCatalogues } from '../../../../seed/catalogues.ts'
import { ask } from '../../../../test/ask.ts'
import { demonstration } from '../../../../test/clinic/packages.ts'
import { provideTestDatabase } from '../../../../test/database.ts'
import { startServer, testClock } from '../../../../test/portal.ts'
import type { MovedSettings } from '../../../platform/config/moved.ts'

const settings: MovedSettings = {
  brand: 'Clínica Los Robles',
  product: 'Portal Robles',
  supportEmail: 'contacto@robles.example',
  supportPhone: '2 2555 1000',
  documentsEmail: 'documentos@robles.example',
  laboratoryFrom: '2019-05-01',
}

/** A database as a version before the clinic package left it: catalogues, and no package. */
async function openPrevious(changes: readonly string[] = []) {
  const db = await provideTestDatabase()
  for (const change of [
    'delete from clinic_parts',
    `delete from installation where key in ('clinicRows', 'clinicShipped')`,
    ...changes,
  ])
    await ask(db, change)
  const start = () => fillCatalogues(db, { isDemonstration: false, previous: settings })
  const openWithClinic = async () => {
    const portal = await startServer(db, testClock())
    return portal
  }
  return { db, start, openWithClinic }
}

test('the catalogues of the previous version become the first published package, with the settings of the environment', async () => {
  const { start, openWithClinic } = await openPrevious()
  await start()
  const { clinic } = await openWithClinic()
  const { approvals, clinic: names } = clinic.current()
  expect(names).toMatchObject({
    brand: 'Clínica Los Robles',
    product: 'Portal Robles',
    support: { email: 'contacto@robles.example', phone: '2 2555 1000' },
    departments: { documents: 'documentos@robles.example' },
    results_from: { laboratory: '2019-05-01', imaging: demonstration.clinic.results_from.imaging },
  })
  expect(approvals).toEqual({})
  const shipped = { ...demonstration, clinic: names }
  const parsed = Object.fromEntries(partNames.map((part) => [part, parsePart(part, shipped[part])]))
  expect(comparePackages({ ...shipped, ...parsed }, clinic.current())).toEqual([])
  expect((await clinic.image('logo.svg'))?.bytes.length).toBeGreaterThan(0)
})

test('the package has the changes that the clinic made in its tables', async () => {
  const { start, openWithClinic } = await openPrevious([
    `insert into offices (id, office_id, name, address, phone) values (7, 'VINA', 'Viña', 'Uno 1, Viña del Mar', '32 255 1000')`,
    `update offices set name = 'Ñuñoa', address = 'Irarrázaval 1, Ñuñoa' where id = 2`,
    `insert into specialties (code, name, visit_minutes, adult, paediatric, telemedicine) values (199, 'Fitoterapia', 40, true, false, false)`,
    `insert into services (code, wire_code, kind, name, adult, paediatric) values (199, '199', 'consultation', 'Fitoterapia', true, false)`,
    `update indications set html = '<h3>x</h3><p>Ven en <strong>ayunas</strong>.</p><ul><li>Uno</li><li>Dos</li></ul>', fasting_hours = 6 where key = 'exam-rx'`,
    `update legal_texts set version = '1', text = '<h2>Uno</h2>\n<p>Texto de la clínica.</p>' where kind = 'terms'`,
  ])
  await start()
  const clinic = (await openWithClinic()).clinic.current()
  expect(clinic.sites.map(({ code, name, commune_id }) => [code, name, commune_id])).toEqual([
    ['PROVIDENCIA', 'Ñuñoa', 13120],
    ['VINA', 'Viña', 5109],
    ['MAIPU', 'Maipú', 13119],
  ])
  expect(clinic.specialties.find(({ code }) => code === 199)).toMatchObject({
    name: 'Fitoterapia',
    sites: ['PROVIDENCIA', 'VINA', 'MAIPU'],
  })
  expect(clinic.preparations.find(({ key }) => key === 'exam-rx')).toMatchObject({
    fasting_hours: 6,
    body: 'Ven en **ayunas**.\n\n- Uno\n- Dos',
  })
  expect(clinic.legalTexts.find(({ key }) => key === 'terms')).toMatchObject({
    version: '1',
    body: '## Uno\n\nTexto de la clínica.',
  })
})

import { catalogueEndpoints } from '@mi-portal/contract/catalogues'
import { expect, test } from 'vitest'
import { loadCatalogues } from '../../../seed/catalogues.ts'
import { startPortal } from '../../../test/portal.ts'
import { refusal } from '../../../test/refusal.ts'

test('anybody reads Chile’s sixteen regions, their provinces and their communes', async () => {
  const { db, anonymous } = await startPortal()
  await loadCatalogues(db)
  const { regions } = await anonymous(catalogueEndpoints.regions)
  expect([regions.length, regions[0]?.name, regions.at(-1)?.name]).toEqual([
    16,
    'Arica y Parinacota',
    expect.stringContaining('Magallanes'),
  ])
  let [provinces, communes] = [0, 0]
  for (const region of regions) {
    const { cities } = await anonymous(catalogueEndpoints.cities, { params: { regionId: region.id } })
    provinces += cities.length
    for (const city of cities) {
      communes += (await anonymous(catalogueEndpoints.communes, { params: { cityId: city.id } })).communes
        .length
    }
  }
  expect([provinces, communes]).toEqual([56, 346])
  expect((await anonymous(catalogueEndpoints.cities, { params: { regionId: 999 } })).cities).toEqual([])
  expect((await refusal(anonymous(catalogueEndpoints.cities, { params: { regionId: 'x' } }))).status).toBe(
    400,
  )
})

test('insurers say whether they are offered: Fonasa once, its income bands not', async () => {
  const { db, anonymous } = await startPortal()
  await loadCatalogues(db)
  const { forecasts } = await anonymous(catalogueEndpoints.forecasts)
  const offered = forecasts.filter((forecast) => forecast.status !== 0).map((forecast) => forecast.nombre)
  expect(offered.filter((name) => name.startsWith('Fonasa'))).toEqual(['Fonasa'])
  expect(forecasts.length).toBeGreaterThan(offered.length)
})

test('the other lists are there', async () => {
  const { db, anonymous } = await startPortal()
  await loadCatalogues(db)
  expect((await anonymous(catalogueEndpoints.documentTypes)).documentTypes).toEqual([
    { id: 1, name: 'RUT' },
    { id: 2, name: 'Pasaporte' },
  ])
  expect(
    (await anonymous(catalogueEndpoints.genders)).genders.slice(0, 2).map((gender) => gender.name),
  ).toEqual(['Femenino', 'Masculino'])
  expect((await anonymous(catalogueEndpoints.nationalities)).nationalities[0]).toEqual({
    id: 1,
    name: 'Chilena',
  })
})

/** The lists that forms are filled from; they change with the installation, not with the day. */
import { catalogueEndpoints } from '@mi-portal/contract/catalogues'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

const lasting = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY }

export const nationalitiesQuery = queryOptions({
  ...lasting,
  queryKey: ['catalogues', 'nationalities'],
  queryFn: async ({ signal }) =>
    (
      await call(
        catalogueEndpoints.nationalities,
        {},
        { signal, fallback: 'Error server al obtener nacionalidades' },
      )
    ).nationalities,
})

/** Every health insurer, those included that are offered no more. */
export const everyForecastQuery = queryOptions({
  ...lasting,
  queryKey: ['catalogues', 'forecasts'],
  queryFn: async ({ signal }) => {
    const { forecasts } = await call(
      catalogueEndpoints.forecasts,
      {},
      { signal, fallback: 'Error server al obtener previsiones' },
    )
    return forecasts.map(({ id, nombre, status }) => ({ id, name: nombre, hidden: status === 0 }))
  },
})

/** Health insurers that are offered: those with status 0 are hidden, but not from a person who has one already. */
export function forecastsQuery(kept?: string) {
  return queryOptions({
    ...everyForecastQuery,
    select: (all) => all.filter(({ id, hidden }) => !hidden || String(id) === kept),
  })
}

export const gendersQuery = queryOptions({
  ...lasting,
  queryKey: ['catalogues', 'genders'],
  queryFn: async ({ signal }) =>
    (await call(catalogueEndpoints.genders, {}, { signal, fallback: 'Error server al obtener géneros' }))
      .genders,
})

export const regionsQuery = queryOptions({
  ...lasting,
  queryKey: ['catalogues', 'regions'],
  queryFn: async ({ signal }) =>
    (await call(catalogueEndpoints.regions, {}, { signal, fallback: 'Error server al obtener regiones' }))
      .regions,
})

/** The provinces of a region. */
export function citiesQuery(regionId: string) {
  return queryOptions({
    ...lasting,
    queryKey: ['catalogues', 'cities', regionId],
    queryFn: async ({ signal }) =>
      (
        await call(
          catalogueEndpoints.cities,
          { params: { regionId } },
          { signal, fallback: 'Error server al obtener provincias' },
        )
      ).cities,
  })
}

/** The communes of a province. */
export function communesQuery(cityId: string) {
  return queryOptions({
    ...lasting,
    queryKey: ['catalogues', 'communes', cityId],
    queryFn: async ({ signal }) =>
      (
        await call(
          catalogueEndpoints.communes,
          { params: { cityId } },
          { signal, fallback: 'Error server al obtener comunas' },
        )
      ).communes,
  })
}

/** When each kind of exam shows in the portal and can be picked up. */
export const displayDurationsQuery = queryOptions({
  ...lasting,
  queryKey: ['catalogues', 'display-durations'],
  queryFn: async ({ signal }) =>
    (
      await call(
        catalogueEndpoints.displayDurations,
        {},
        { signal, fallback: 'Error server al obtener plazos de visualización' },
      )
    ).displayDurationExam,
})

/** Lists of options for forms. They change only with a new version of the portal, so they are loaded once. */
import { catalogueEndpoints } from '@mi-portal/contract/catalogues'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

const neverStale = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY }

export const nationalitiesQuery = queryOptions({
  ...neverStale,
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

/** Loads all health insurers, including those that are no longer offered. */
export const allForecastsQuery = queryOptions({
  ...neverStale,
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

/** Loads the offered health insurers. Those with status 0 are hidden, except the one that a person already has. */
export function forecastsQuery(currentId?: string) {
  return queryOptions({
    ...allForecastsQuery,
    select: (all) => all.filter(({ id, hidden }) => !hidden || String(id) === currentId),
  })
}

export const gendersQuery = queryOptions({
  ...neverStale,
  queryKey: ['catalogues', 'genders'],
  queryFn: async ({ signal }) =>
    (await call(catalogueEndpoints.genders, {}, { signal, fallback: 'Error server al obtener géneros' }))
      .genders,
})

export const regionsQuery = queryOptions({
  ...neverStale,
  queryKey: ['catalogues', 'regions'],
  queryFn: async ({ signal }) =>
    (await call(catalogueEndpoints.regions, {}, { signal, fallback: 'Error server al obtener regiones' }))
      .regions,
})

/** Loads the provinces of a region. */
export function citiesQuery(regionId: string) {
  return queryOptions({
    ...neverStale,
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

/** Loads the communes of a province. */
export function communesQuery(cityId: string) {
  return queryOptions({
    ...neverStale,
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

/** Loads when each kind of exam appears in the portal and can be picked up. */
export const displayDurationsQuery = queryOptions({
  ...neverStale,
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

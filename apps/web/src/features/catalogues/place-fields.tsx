import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { CatalogueField } from './catalogue-field.tsx'
import { citiesQuery, communesQuery, regionsQuery } from './catalogues.queries.ts'

export interface Place {
  region_id: string
  city_id: string
  commune_id: string
}

interface PlaceFieldsProps {
  /** Prefix of the fields' ids. */
  idPrefix: string
  value: Place
  /** Receives the whole place: another region clears province and commune, another province clears the commune. */
  onChange(place: Place): void
  onBlur?(field: keyof Place): void
  errors: Partial<Record<keyof Place, string>>
  refs?: Partial<Record<keyof Place, Ref<HTMLInputElement>>>
}

/** Fields for region, province and commune; each is enabled once the previous one is chosen. */
export function PlaceFields({ idPrefix, value, onChange, onBlur, errors, refs }: PlaceFieldsProps) {
  const regions = useQuery(regionsQuery)
  const cities = useQuery({ ...citiesQuery(value.region_id), enabled: value.region_id !== '' })
  const communes = useQuery({ ...communesQuery(value.city_id), enabled: value.city_id !== '' })
  const field = (name: keyof Place) => ({
    id: `${idPrefix}${name}`,
    value: value[name],
    error: errors[name],
    ref: refs?.[name],
    onBlur: () => onBlur?.(name),
  })
  return (
    <>
      <CatalogueField
        {...field('region_id')}
        label="Región"
        query={regions}
        onChange={(region_id) => {
          if (region_id !== value.region_id) onChange({ region_id, city_id: '', commune_id: '' })
        }}
      />
      <CatalogueField
        {...field('city_id')}
        label="Provincia"
        query={cities}
        waitsFor={value.region_id === '' ? 'Elige primero la región' : undefined}
        onChange={(city_id) => {
          if (city_id !== value.city_id) onChange({ ...value, city_id, commune_id: '' })
        }}
      />
      <CatalogueField
        {...field('commune_id')}
        label="Comuna"
        query={communes}
        waitsFor={value.city_id === '' ? 'Elige primero la provincia' : undefined}
        onChange={(commune_id) => onChange({ ...value, commune_id })}
      />
    </>
  )
}

import { getCountryName } from '@mi-portal/contract/fields/country'
import { countryCodes } from '@mi-portal/contract/fields/country-codes'
import type { Ref } from 'react'
import { SelectField } from '../../../ui/select-field.tsx'

interface PassportCountryFieldProps {
  id?: string
  /** The country's two-letter code, or empty. */
  value: string
  onChange(code: string): void
  onBlur?(): void
  error?: string
  ref?: Ref<HTMLInputElement>
}

const countries = countryCodes
  .map((code) => ({ id: code, name: getCountryName(code) }))
  .sort((one, other) => one.name.localeCompare(other.name, 'es'))

/** The country that issued a passport. It needs no answer of the server, because the sign-in page does not load the cache of answers. */
export function PassportCountryField({ id = 'campo-document_country', ...field }: PassportCountryFieldProps) {
  return <SelectField {...field} id={id} label="País que emitió el pasaporte" options={countries} />
}

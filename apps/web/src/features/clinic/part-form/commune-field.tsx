import { useId, useState } from 'react'
import { useField } from '../../../ui/form/fields.tsx'
import { PlaceFields } from '../../catalogues/place-fields.tsx'

/** A commune of the clinic package, by its Código Único Territorial, which begins with region and province. */
export function CommuneField({ path }: { path: string }) {
  const idPrefix = useId()
  const field = useField({ name: path })
  const value = String(field.value)
  const code = Number(value)
  const [above, setAbove] = useState(
    value === ''
      ? { region_id: '', city_id: '' }
      : { region_id: String(Math.floor(code / 1000)), city_id: String(Math.floor(code / 100)) },
  )
  return (
    <PlaceFields
      idPrefix={idPrefix}
      value={{ ...above, commune_id: value }}
      onChange={({ commune_id, ...chosen }) => {
        setAbove(chosen)
        field.onChange(commune_id)
      }}
      errors={{ commune_id: field.error }}
    />
  )
}

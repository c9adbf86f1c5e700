import { useId, useState } from 'react'
import { PlaceFields } from '../../catalogues/place-fields.tsx'

interface CommuneFieldProps {
  /** The Código Único Territorial; empty while none is chosen. */
  value: string
  onChange(value: string): void
  error?: string
}

/** A commune of the clinic package, chosen by region and province, which its code begins with. */
export function CommuneField({ value, onChange, error }: CommuneFieldProps) {
  const idPrefix = useId()
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
        onChange(commune_id)
      }}
      errors={{ commune_id: error }}
    />
  )
}

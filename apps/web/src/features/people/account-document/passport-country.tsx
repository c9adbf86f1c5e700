import { useField } from '../../../ui/form/fields.tsx'
import { PassportCountryField } from './passport-country-field.tsx'

/** The field `document_country` of a form. */
export function PassportCountry() {
  const { name: _, value, ...field } = useField({ name: 'document_country' })
  return <PassportCountryField {...field} value={value ?? ''} />
}

import { use } from 'react'
import { useFormContext } from 'react-hook-form'
import { FieldIds } from '../../ui/form/fields.tsx'
import { type Place, PlaceFields } from './place-fields.tsx'

const names = ['region_id', 'city_id', 'commune_id'] as const

/** The fields `region_id`, `city_id` and `commune_id` of a form. */
export function FormPlace() {
  const { watch, setValue, formState } = useFormContext<Place>()
  const { errors, isSubmitted } = formState
  const [region_id, city_id, commune_id] = watch(names)
  const before: Place = { region_id, city_id, commune_id }
  return (
    <PlaceFields
      idPrefix={use(FieldIds)}
      value={before}
      onChange={(place) => {
        for (const name of names)
          if (place[name] !== before[name])
            setValue(name, place[name], { shouldDirty: true, shouldValidate: isSubmitted })
      }}
      errors={Object.fromEntries(names.map((name) => [name, errors[name]?.message]))}
    />
  )
}

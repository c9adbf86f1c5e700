/** The fields that few forms need. They are apart from the others, so that the first pages do not load them. */
import { DateField } from '../date-field.tsx'
import { FilesField } from '../files-field.tsx'
import { PhotoCard, PhotoField } from '../photo-field.tsx'
import { SelectField } from '../select-field.tsx'
import { type FieldProps, useField } from './fields.tsx'

export function FormDate({ deps, ...props }: FieldProps<typeof DateField, string>) {
  return <DateField {...props} {...useField({ name: props.name, deps })} />
}

export function FormSelect({ deps, ...props }: FieldProps<typeof SelectField, string>) {
  const field = useField({ name: props.name, deps })
  return <SelectField {...props} {...field} value={field.value ?? ''} />
}

export function FormFiles({ deps, name, ...props }: FieldProps<typeof FilesField, string>) {
  const { value, onChange, id, error } = useField({ name, deps })
  return <FilesField {...props} id={id} files={value} onChange={onChange} error={error} />
}

export function FormPhoto({ deps, name, ...props }: FieldProps<typeof PhotoField, string>) {
  const { value, onChange, id, error } = useField({ name, deps })
  return <PhotoField {...props} id={id} file={value} onChange={onChange} error={error} />
}

export function FormPhotoCard({ deps, name, ...props }: FieldProps<typeof PhotoCard, string>) {
  const { value, onChange, id, error } = useField({ name, deps })
  return <PhotoCard {...props} id={id} file={value} onChange={onChange} error={error} />
}

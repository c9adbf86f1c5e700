/** The fields of a form of the contract. Each shows the value and the error that the form has under its name. */
import { phonePlaceholder } from '@mi-portal/contract/values/phone'
import { createContext, type ReactNode, use } from 'react'
import { type FieldValues, type Path, useController, useFormContext } from 'react-hook-form'
import { CheckBox } from '../check-box.tsx'
import { ChoiceCards } from '../choice-cards.tsx'
import { DocumentField } from '../document-field.tsx'
import { PasswordField } from '../password-field.tsx'
import { RunField, runHint } from '../run-field.tsx'
import { TextArea } from '../text-area.tsx'
import { TextField } from '../text-field.tsx'

export const emailUse = 'Para los avisos de tu cuenta.'
export const allRequired = 'Todos los datos son obligatorios, salvo los que dicen (opcional).'

/** Prefix of the ids of the fields, to which the error summary links. */
export const FieldIds = createContext('')

export type FieldProps<Part extends (props: never) => ReactNode, Name> = Omit<
  Parameters<Part>[0],
  'id' | 'name' | 'value' | 'checked' | 'file' | 'files' | 'onChange' | 'onBlur' | 'error' | 'ref'
> & {
  name: Name
  /** Fields that are checked again when this field changes. */
  deps?: Name | Name[]
}

type TextProps<Name> = FieldProps<typeof TextField, Name> & {
  /** Whether an empty field is null. */
  nullable?: boolean
}

interface DocumentProps {
  autoComplete?: 'off'
  /** Other fields that another type of document empties. */
  clears?: readonly string[]
  onTypeChange?(): void
}

/** Returns what a part needs to be the field of this name. */
export function useField({ name, deps = [] }: { name: string; deps?: string | string[] }) {
  const { field, fieldState } = useController<FieldValues>({ name, rules: { deps } })
  return { ...field, id: `${use(FieldIds)}${name}`, error: findMessage(fieldState.error) }
}

/** Returns the message of an error, or the first one of the parts of a value that one field holds. */
function findMessage(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  if ('message' in error && typeof error.message === 'string') return error.message
  if (!Array.isArray(error)) return undefined
  return error.map(findMessage).find((message) => message !== undefined)
}

function Text({ deps, nullable, ...props }: TextProps<string>) {
  const field = useField({ name: props.name, deps })
  return (
    <TextField
      {...props}
      {...field}
      value={field.value ?? ''}
      onChange={({ currentTarget: { value } }) =>
        field.onChange(nullable && value.trim() === '' ? null : value)
      }
    />
  )
}

function Phone(props: TextProps<string>) {
  return (
    <Text
      type="tel"
      inputMode="numeric"
      autoComplete="off"
      maxLength={9}
      placeholder={phonePlaceholder}
      description="9 dígitos, sin +56."
      {...props}
    />
  )
}

function Password({ deps, ...props }: FieldProps<typeof PasswordField, string>) {
  return <PasswordField {...props} {...useField({ name: props.name, deps })} />
}

function Run({ deps, ...props }: FieldProps<typeof RunField, string>) {
  return (
    <RunField autoComplete="off" description={runHint} {...props} {...useField({ name: props.name, deps })} />
  )
}

function Area({ deps, ...props }: FieldProps<typeof TextArea, string>) {
  const { value, onChange, ref, id, error } = useField({ name: props.name, deps })
  return <TextArea {...props} id={id} ref={ref} value={value ?? ''} onChange={onChange} error={error} />
}

/** A choice among a few values, as cards; nothing is chosen while the value is not among the options. */
function Choice({ deps, name, ...props }: FieldProps<typeof ChoiceCards, string>) {
  const { value, onChange, id, error } = useField({ name, deps })
  return <ChoiceCards {...props} id={id} value={value} onChange={onChange} error={error} />
}

/** The fields `document_type_id` and `document_number`. */
function DocumentOf({ clears = [], onTypeChange, ...props }: DocumentProps) {
  const { watch, setValue, clearErrors } = useFormContext<FieldValues>()
  const { id, ref, value, onChange, onBlur, error } = useField({ name: 'document_number' })
  return (
    <DocumentField
      {...props}
      type={watch('document_type_id')}
      onTypeChange={(type) => {
        setValue('document_type_id', type, { shouldDirty: true })
        for (const name of ['document_number', ...clears]) {
          setValue(name, '', { shouldDirty: true })
          clearErrors(name)
        }
        onTypeChange?.()
      }}
      numberId={id}
      numberRef={ref}
      number={value}
      onNumberChange={onChange}
      onNumberBlur={onBlur}
      error={error}
    />
  )
}

function Check({ deps, name, ...props }: FieldProps<typeof CheckBox, string>) {
  const { value, onChange, ref, id, error } = useField({ name, deps })
  return <CheckBox {...props} id={id} ref={ref} checked={value} onChange={onChange} error={error} />
}

export interface Fields<Values extends FieldValues> {
  Text(props: TextProps<Path<Values>>): ReactNode
  Phone(props: TextProps<Path<Values>>): ReactNode
  Password(props: FieldProps<typeof PasswordField, Path<Values>>): ReactNode
  Run(props: FieldProps<typeof RunField, Path<Values>>): ReactNode
  Area(props: FieldProps<typeof TextArea, Path<Values>>): ReactNode
  Choice(props: FieldProps<typeof ChoiceCards, Path<Values>>): ReactNode
  Document(props: DocumentProps): ReactNode
  Check(props: FieldProps<typeof CheckBox, Path<Values>>): ReactNode
}

export const fields: Fields<FieldValues> = {
  Text,
  Phone,
  Password,
  Run,
  Area,
  Choice,
  Document: DocumentOf,
  Check,
}

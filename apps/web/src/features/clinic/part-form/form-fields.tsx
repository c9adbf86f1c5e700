/** The fields of a part of the clinic package, each with the control that fits its kind. */

import type { ReactNode } from 'react'
import { useFieldArray } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { CheckBox } from '../../../ui/check-box.tsx'
import fieldClasses from '../../../ui/fields.module.css'
import { fields, useField } from '../../../ui/form/fields.tsx'
import { FormDate } from '../../../ui/form/form-fields.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { getFieldLabel, getValueLabel } from '../part-labels.rules.ts'
import { CommuneField } from './commune-field.tsx'
import { type FormField, type FormValues, toFormValues } from './form-fields.rules.ts'
import { HoursField } from './hours-field.tsx'
import { usePartChoices } from './part-choices.tsx'
import { Shades } from './shades.tsx'

interface FormFieldsProps {
  fields: readonly FormField[]
  /** The path of the object that has the fields, with a final point; empty for the form itself. */
  prefix?: string
  /** Names of fields that can no longer change, because records point to them. */
  fixed?: readonly string[]
}

export function FormFields({ fields: all, prefix = '', fixed = [] }: FormFieldsProps) {
  return (
    <div className="grid grid-cols-1 gap-4">
      {all.map((field) => (
        <OneField
          key={field.name}
          field={field}
          path={`${prefix}${field.name}`}
          isFixed={fixed.includes(field.name)}
        />
      ))}
    </div>
  )
}

interface OneFieldProps {
  field: FormField
  path: string
  isFixed?: boolean
}

function OneField({ field, path, isFixed = false }: OneFieldProps) {
  const { isOptional } = field
  const label = getFieldLabel(field.name)
  const { images, sites } = usePartChoices()
  switch (field.kind) {
    case 'group':
      return (
        <Group legend={label} path={path}>
          <FormFields fields={field.fields} prefix={`${path}.`} />
        </Group>
      )
    case 'list':
      return <GroupList label={label} path={path} row={field.fields} />
    case 'yes-no':
      return <fields.Check name={path}>{label}</fields.Check>
    case 'choice':
      return (
        <Choice
          path={path}
          label={label}
          isOptional={isOptional}
          options={field.options.map((id) => ({ id, name: getValueLabel(id) }))}
        />
      )
    case 'image':
      return (
        <Choice
          path={path}
          label={label}
          isOptional={isOptional}
          options={images.map(({ name }) => ({ id: name, name }))}
        />
      )
    case 'choices':
      return (
        <Choices
          path={path}
          label={label}
          options={field.options.map((id) => ({ id, name: getValueLabel(id) }))}
        />
      )
    case 'sites':
      return (
        <Choices path={path} label={label} options={sites.map(({ code, name }) => ({ id: code, name }))} />
      )
    case 'date':
      return (
        <FormDate
          name={path}
          label={label}
          autoComplete="off"
          opensAt="2026-01-01"
          description="Por ejemplo, 14/12/2026."
        />
      )
    case 'long-text':
    case 'lines':
    case 'entries':
      return (
        <fields.Area
          name={path}
          label={label}
          optional={isOptional}
          description={hints[field.kind]}
          rows={field.kind === 'long-text' ? 10 : 4}
        />
      )
    case 'commune':
      return <CommuneField path={path} />
    case 'hours':
      return <HoursField path={path} label={label} />
    case 'shades':
      return <Shades path={path} label={label} />
    default:
      return (
        <fields.Text
          name={path}
          label={label}
          optional={isOptional}
          description={isFixed ? 'No cambia, porque hay registros que la usan.' : hints[field.kind]}
          autoComplete="off"
          inputMode={field.kind === 'number' ? 'decimal' : undefined}
          readOnly={isFixed}
        />
      )
  }
}

const hints: Readonly<Partial<Record<FormField['kind'], string>>> = {
  words: 'Sepáralos con espacios.',
  lines: 'Uno en cada línea.',
  entries: 'Uno en cada línea: el nombre, dos puntos y el valor.',
}

function Group({ legend, path, children }: { legend: string; path: string; children: ReactNode }) {
  const { error } = useField({ name: path })
  return (
    <fieldset className="min-w-0 m-0 p-4 border border-line-strong rounded-md [&>legend]:py-0 [&>legend]:px-2 [&>legend]:font-strong [&>legend]:text-strong">
      <legend>{legend}</legend>
      {error && <p className={fieldClasses.error}>{error}</p>}
      {children}
    </fieldset>
  )
}

type Option = { readonly id: string; readonly name: string }
type ChoiceProps = { path: string; label: string; options: readonly Option[] }

function Choice({ path, label, options, isOptional }: ChoiceProps & { isOptional: boolean }) {
  const { value, ...field } = useField({ name: path })
  const offered = withChosen(options, String(value))
  return (
    <SelectField
      {...field}
      label={label}
      options={isOptional ? [{ id: '', name: 'Ninguno' }, ...offered] : offered}
      value={String(value)}
    />
  )
}

// A value that is no longer offered stays visible, so that saving does not lose it silently.
function withChosen(options: readonly Option[], value: string): readonly Option[] {
  if (value === '' || options.some(({ id }) => id === value)) return options
  return [...options, { id: value, name: value }]
}

function Choices({ path, label, options }: ChoiceProps) {
  const { value, onChange } = useField({ name: path })
  const chosen = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
  const all = chosen.reduce(withChosen, options)
  return (
    <Group legend={label} path={path}>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(13.75rem,100%),1fr))] gap-2">
        {all.map(({ id, name }) => (
          <CheckBox
            key={id}
            checked={chosen.includes(id)}
            onChange={(isChosen) =>
              onChange(
                all
                  .map((option) => option.id)
                  .filter((one) => (one === id ? isChosen : chosen.includes(one))),
              )
            }
          >
            {name}
          </CheckBox>
        ))}
      </div>
    </Group>
  )
}

function GroupList({ label, path, row }: { label: string; path: string; row: readonly FormField[] }) {
  const { fields: rows, append, remove, move } = useFieldArray<Record<string, FormValues[]>>({ name: path })
  return (
    <Group legend={label} path={path}>
      {rows.map(({ id }, index) => (
        <fieldset
          key={id}
          className="min-w-0 m-0 p-4 border border-line-strong rounded-md [&>legend]:py-0 [&>legend]:px-2 [&>legend]:font-strong [&>legend]:text-strong mb-3"
        >
          <legend>
            {label} {index + 1}
          </legend>
          <FormFields fields={row} prefix={`${path}.${index}.`} />
          <div className="flex flex-wrap gap-3 mt-3">
            <Button size="sm" variant="default" disabled={index === 0} onClick={() => move(index, index - 1)}>
              Subir
            </Button>
            <Button size="sm" variant="default" onClick={() => remove(index)}>
              Quitar
            </Button>
          </div>
        </fieldset>
      ))}
      <Button size="sm" variant="default" onClick={() => append(toFormValues(row, undefined))}>
        Agregar a «{label}»
      </Button>
    </Group>
  )
}

/** The fields of a part of the clinic package, each with the control that fits its kind. */
import type { ReactNode } from 'react'
import { Controller, get, useFieldArray, useFormContext } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { CheckBox } from '../../../ui/check-box.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import fieldClasses from '../../../ui/fields.module.css'
import { ShortListField } from '../../../ui/short-list-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { labelOf, valueLabelOf } from '../part-labels.rules.ts'
import { CommuneField } from './commune-field.tsx'
import { type FormField, type FormValues, toFormValues } from './form-fields.rules.ts'
import { HoursField } from './hours-field.tsx'
import { usePartChoices } from './part-choices.tsx'
import classes from './part-form.module.css'
import { Shades } from './shades.tsx'

interface FormFieldsProps {
  fields: readonly FormField[]
  /** The path of the object that has the fields, with a final point; empty for the form itself. */
  prefix?: string
  /** Names of fields that can no longer change, because records point to them. */
  fixed?: readonly string[]
}

export function FormFields({ fields, prefix = '', fixed = [] }: FormFieldsProps) {
  return (
    <div className={classes.fields}>
      {fields.map((field) => (
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
  const label = labelOf(field.name)
  const { register, control } = useFormContext<FormValues>()
  const { images, sites } = usePartChoices()
  const error = useErrorAt(path)
  switch (field.kind) {
    case 'group':
      return (
        <Group legend={label} error={error}>
          <FormFields fields={field.fields} prefix={`${path}.`} />
        </Group>
      )
    case 'list':
      return <GroupList label={label} path={path} fields={field.fields} />
    case 'yes-no':
      return (
        <Controller
          control={control}
          name={path}
          render={({ field: { value, onChange, ref } }) => (
            <CheckBox ref={ref} checked={value === true} onChange={onChange} error={error}>
              {label}
            </CheckBox>
          )}
        />
      )
    case 'choice':
      return (
        <Choice
          path={path}
          label={label}
          error={error}
          options={field.options.map((id) => ({ id, name: valueLabelOf(id) }))}
        />
      )
    case 'image':
      return (
        <Choice
          path={path}
          label={label}
          error={error}
          options={images.map(({ name }) => ({ id: name, name }))}
        />
      )
    case 'choices':
      return (
        <Choices
          path={path}
          label={label}
          error={error}
          options={field.options.map((id) => ({ id, name: valueLabelOf(id) }))}
        />
      )
    case 'sites':
      return (
        <Choices
          path={path}
          label={label}
          error={error}
          options={sites.map(({ code, name }) => ({ id: code, name }))}
        />
      )
    case 'date':
      return (
        <Controller
          control={control}
          name={path}
          render={({ field: { value, onChange, ref } }) => (
            <DateField
              ref={ref}
              label={label}
              value={String(value)}
              onChange={onChange}
              autoComplete="off"
              opensAt="2026-01-01"
              description="Por ejemplo, 14/12/2026."
              error={error}
            />
          )}
        />
      )
    case 'long-text':
    case 'lines':
    case 'entries':
      return (
        <Controller
          control={control}
          name={path}
          render={({ field: { value, onChange, ref } }) => (
            <TextArea
              ref={ref}
              label={label}
              optional={isOptional}
              description={hints[field.kind]}
              rows={field.kind === 'long-text' ? 10 : 4}
              value={String(value)}
              onChange={onChange}
              error={error}
            />
          )}
        />
      )
    case 'commune':
    case 'hours':
      return (
        <Controller
          control={control}
          name={path}
          render={({ field: { value, onChange } }) =>
            field.kind === 'commune' ? (
              <CommuneField value={String(value)} onChange={onChange} error={error} />
            ) : (
              <HoursField label={label} value={String(value)} onChange={onChange} error={error} />
            )
          }
        />
      )
    case 'shades':
      return <Shades path={path} label={label} error={error} />
    default:
      return (
        <TextField
          label={label}
          optional={isOptional}
          description={isFixed ? 'No cambia, porque hay registros que la usan.' : hints[field.kind]}
          autoComplete="off"
          inputMode={field.kind === 'number' ? 'decimal' : undefined}
          readOnly={isFixed}
          {...register(path)}
          error={error}
        />
      )
  }
}

const hints: Readonly<Partial<Record<FormField['kind'], string>>> = {
  words: 'Sepáralos con espacios.',
  lines: 'Uno en cada línea.',
  entries: 'Uno en cada línea: el nombre, dos puntos y el valor.',
}

/** Returns the message at a path, or the first message below it, which lists and groups of one control have. */
function useErrorAt(path: string): string | undefined {
  const { formState } = useFormContext<FormValues>()
  return firstMessage(get(formState.errors, path))
}

function firstMessage(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  if ('message' in error && typeof error.message === 'string') return error.message
  if (!Array.isArray(error)) return undefined
  return error.map(firstMessage).find((message) => message !== undefined)
}

function Group({ legend, error, children }: { legend: string; error?: string; children: ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend>{legend}</legend>
      {error && <p className={fieldClasses.error}>{error}</p>}
      {children}
    </fieldset>
  )
}

type Option = { readonly id: string; readonly name: string }
type ChoiceProps = { path: string; label: string; options: readonly Option[]; error?: string }

function Choice({ path, label, options, error }: ChoiceProps) {
  const { control } = useFormContext<FormValues>()
  return (
    <Controller
      control={control}
      name={path}
      render={({ field: { value, onChange, ref } }) => (
        <ShortListField
          ref={ref}
          label={label}
          options={withChosen(options, String(value))}
          value={String(value)}
          onChange={onChange}
          error={error}
        />
      )}
    />
  )
}

// A value that is no longer offered stays visible, so that saving does not lose it silently.
function withChosen(options: readonly Option[], value: string): readonly Option[] {
  if (value === '' || options.some(({ id }) => id === value)) return options
  return [...options, { id: value, name: value }]
}

function Choices({ path, label, options, error }: ChoiceProps) {
  const { control } = useFormContext<FormValues>()
  return (
    <Controller
      control={control}
      name={path}
      render={({ field: { value, onChange } }) => {
        const chosen = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
        const all = chosen.reduce(withChosen, options)
        return (
          <Group legend={label} error={error}>
            <div className={classes.choices}>
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
      }}
    />
  )
}

function GroupList({ label, path, fields }: { label: string; path: string; fields: readonly FormField[] }) {
  const { fields: rows, append, remove, move } = useFieldArray<Record<string, FormValues[]>>({ name: path })
  const error = useErrorAt(path)
  return (
    <Group legend={label} error={rows.length === 0 ? error : undefined}>
      {rows.map((row, index) => (
        <fieldset key={row.id} className={classes.row}>
          <legend>
            {label} {index + 1}
          </legend>
          <FormFields fields={fields} prefix={`${path}.${index}.`} />
          <div className={classes.rowButtons}>
            <Button size="sm" variant="default" disabled={index === 0} onClick={() => move(index, index - 1)}>
              Subir
            </Button>
            <Button size="sm" variant="default" onClick={() => remove(index)}>
              Quitar
            </Button>
          </div>
        </fieldset>
      ))}
      <Button size="sm" variant="default" onClick={() => append(toFormValues(fields, undefined))}>
        Agregar a «{label}»
      </Button>
    </Group>
  )
}

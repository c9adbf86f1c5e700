import { clinicAdministrationEndpoints } from '@mi-portal/contract/clinic/administration'
import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import * as z from 'zod/mini'
import { ContractForm, FormEnd, type SaveMutation, useContractForm } from '../../../ui/form/contract-form.tsx'
import { describeFields, type FormValues, toContent, toFormValues } from './form-fields.rules.ts'
import { FormFields } from './form-fields.tsx'

type Schema = z.core.$ZodType

interface PartFormProps {
  /** The schema of the object that the form edits: a part, or one row of it. */
  schema: Schema
  /** The present content; undefined for a new row. */
  content: unknown
  /** Names of fields that can no longer change. */
  fixed?: readonly string[]
  /** Rejects content that the schema alone accepts. Returns the message of each field. */
  validate?(content: unknown): Readonly<Record<string, string>>
  /** Names the edited object, so that what was typed is offered for no other. */
  recordId: string
  /** Stores the content as a draft, which the server rejects with a list of errors. */
  save: SaveMutation<unknown, { readonly errors: readonly unknown[] }>
  onSaved?(content: unknown): void
  onCancel?(): void
  /** What is shown with the values as they are typed. */
  preview?(content: unknown): ReactNode
}

/** The values of the form, parsed as the content that they stand for; each message is at its field. */
function createForm(schema: Schema, validate: PartFormProps['validate']) {
  return z.pipe(
    z.custom<FormValues>(),
    z.transform((values: FormValues, { issues }): unknown => {
      const content = toContent(schema, values)
      const { error } = z.safeParse(schema, content)
      const wrong = error
        ? error.issues.map(({ path, message }) => ({ path, message }))
        : Object.entries(validate?.(content) ?? {}).map(([name, message]) => ({ path: [name], message }))
      for (const one of wrong) issues.push({ ...one, code: 'custom', input: values })
      return content
    }),
  )
}

/** A form for an object of the clinic package. The server validates the same schema. */
export function PartForm(props: PartFormProps) {
  const { schema, save } = props
  const fields = describeFields(schema)
  const kit = useContractForm(
    { ...clinicAdministrationEndpoints.saveDraft, body: createForm(schema, props.validate) },
    {
      values: toFormValues(fields, props.content),
      draftOf: props.recordId,
      save,
      send: (content, { onSuccess, onError }) =>
        save.mutate(content, {
          onSuccess: ({ errors }) => {
            if (errors.length === 0) onSuccess(content)
          },
          onError,
        }),
      onSent: props.onSaved,
    },
  )

  return (
    <ContractForm kit={kit} className="grid grid-cols-1 gap-4">
      <FormFields fields={fields} fixed={props.fixed} />
      {props.preview && <Preview schema={schema} render={props.preview} />}
      <FormEnd
        kit={kit}
        className="flex flex-wrap gap-3 mt-3 justify-end"
        submit="Guardar borrador"
        onCancel={props.onCancel}
      />
    </ContractForm>
  )
}

function Preview({ schema, render }: { schema: Schema; render(content: unknown): ReactNode }) {
  const { watch } = useFormContext<FormValues>()
  return <>{render(toContent(schema, watch()))}</>
}

import type { Endpoint } from '@mi-portal/contract/calls/endpoint'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { chosenFiles } from '../../../ui/form/chosen-files.ts'
import { ContractForm, FormEnd, type SaveMutation, useContractForm } from '../../../ui/form/contract-form.tsx'
import { FormFiles } from '../../../ui/form/form-fields.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import type { WrittenMessage } from '../service-requests.queries.ts'

interface MessageFormProps<Result> {
  endpoint: Pick<Endpoint, 'method' | 'path'>
  /** The rule of the text. */
  rule: z.ZodMiniType<string, string>
  /** The request that is written about. */
  draftOf: string
  label: string
  description?: ReactNode
  submit: string
  save: SaveMutation<WrittenMessage, Result> & { readonly sent: number | null }
  /** Texts of the clinic from which a message can begin. */
  texts?: readonly { readonly title: string; readonly text: string }[]
  onSent(result: Result): void
  onReload(): void
}

const empty = { text: '', files: [] as File[] }

/** Writes a message with files. What was typed stays until the server has stored it. */
export function MessageForm<Result>({ texts = [], ...props }: MessageFormProps<Result>) {
  const { endpoint, rule, save } = props
  const [form] = useState(() => z.object({ text: rule, files: chosenFiles }))
  const kit = useContractForm(
    { ...endpoint, form },
    {
      values: empty,
      draftOf: props.draftOf,
      findField: (param) => (param?.startsWith('f') ? 'files' : 'text'),
      save,
      send: save.mutate,
      onSent: (result: Result) => {
        kit.form.reset(empty)
        props.onSent(result)
      },
    },
  )
  const { Field } = kit
  return (
    <ContractForm kit={kit} className="grid gap-4">
      {texts.length > 0 && (
        <SelectField
          label="Respuesta preparada (opcional)"
          options={texts.map(({ title }, index) => ({ id: index + 1, name: title }))}
          value=""
          onChange={(chosen) => {
            const text = texts[Number(chosen) - 1]?.text
            if (text) kit.form.setValue('text', text, { shouldDirty: true, shouldValidate: true })
          }}
        />
      )}
      <Field.Area name="text" label={props.label} description={props.description} rows={4} maxLength={4000} />
      <FormFiles name="files" label="Archivos" optional sent={save.sent} />
      <FormEnd
        kit={kit}
        className="flex justify-end max-desktop:*:flex-1"
        submit={props.submit}
        onReload={props.onReload}
      />
    </ContractForm>
  )
}

import { toNestErrors } from '@hookform/resolvers'
import type { ReactNode } from 'react'
import { type FieldError, FormProvider, type Resolver, useForm, useFormContext } from 'react-hook-form'
import * as z from 'zod/mini'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { createFormDraftHook } from '../../../ui/form-draft.tsx'
import { describeFields, type FormValues, toContent, toFormValues } from './form-fields.rules.ts'
import { FormFields } from './form-fields.tsx'
import classes from './part-form.module.css'

const useDraft = createFormDraftHook<FormValues>()

interface PartFormProps {
  /** The schema of the object that the form edits: a part, or one row of it. */
  schema: z.core.$ZodType
  /** The present content; undefined for a new row. */
  content: unknown
  /** Names of fields that can no longer change. */
  fixed?: readonly string[]
  /** Rejects content that the schema alone accepts. Returns the message of each field. */
  validate?(content: unknown): Readonly<Record<string, string>>
  /** Tells apart the objects that one address edits, so that input of one is not offered for another. */
  recordId?: number
  isSaving: boolean
  error: Error | null
  /** Stores the content; resolves to whether it was stored. */
  onSave(content: unknown): Promise<boolean>
  onCancel?(): void
  /** What is shown with the values as they are typed. */
  preview?(content: unknown): ReactNode
}

/** Validates the content that the values of the form stand for, and shows each message at its field. */
function resolverOf(schema: z.core.$ZodType): Resolver<FormValues> {
  return (values, _context, options) => {
    const { error } = z.safeParse(schema, toContent(schema, values))
    if (!error) return { values, errors: {} }
    const messages: Record<string, FieldError> = {}
    for (const { path, message } of error.issues) messages[path.join('.')] ??= { type: 'schema', message }
    return { values: {}, errors: toNestErrors(messages, options) }
  }
}

/** A form for an object of the clinic package. The server validates the same schema. */
export function PartForm(props: PartFormProps) {
  const {
    schema,
    content,
    fixed,
    validate,
    recordId = null,
    isSaving,
    error,
    onSave,
    onCancel,
    preview,
  } = props
  const fields = describeFields(schema)
  const form = useForm<FormValues>({
    defaultValues: toFormValues(fields, content),
    resolver: resolverOf(schema),
  })
  const draft = useDraft(form, recordId)

  async function save(values: FormValues) {
    const saved = toContent(schema, values)
    const messages = Object.entries(validate?.(saved) ?? {})
    for (const [name, message] of messages) form.setError(name, { message }, { shouldFocus: true })
    if (messages.length > 0) return
    if (await onSave(saved)) draft.markSent()
  }

  return (
    <FormProvider {...form}>
      <form noValidate className={classes.form} onSubmit={form.handleSubmit(() => save(form.getValues()))}>
        {draft.notice}
        <FormFields fields={fields} fixed={fixed} />
        {preview && <Preview schema={schema} render={preview} />}
        {error && <ErrorNotice error={error} />}
        <div className={classes.buttons}>
          {onCancel && (
            <Button variant="default" disabled={isSaving} onClick={onCancel}>
              Volver
            </Button>
          )}
          <Button type="submit" loading={isSaving}>
            GUARDAR BORRADOR
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}

function Preview({ schema, render }: { schema: z.core.$ZodType; render(content: unknown): ReactNode }) {
  const { watch } = useFormContext<FormValues>()
  return <>{render(toContent(schema, watch()))}</>
}

/** The one way of a form: schema, draft, error summary, server errors at their fields, stale edit and sent state. */
import { zodResolver } from '@hookform/resolvers/zod'
import { ApiError } from '@mi-portal/contract/api-error'
import type { Endpoint } from '@mi-portal/contract/endpoint'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type * as z from 'zod/mini'
import { createDraftHook } from '../../lib/drafts.ts'
import { explainError } from '../../lib/explain-error.ts'
import { Button } from '../button.tsx'
import { DraftNotice } from '../draft-notice.tsx'
import { ErrorSummary } from '../error-summary.tsx'
import { Notice } from '../notice.tsx'
import { ResultDialog } from '../result-dialog.tsx'
import { FieldIds, type Fields, fields } from './fields.tsx'
import { listFieldErrors, listOtherErrors, showServerErrors } from './server-errors.ts'

/**
 * An endpoint's row with the schema of the form: that of its request, or one of other values that the form types. The schema is given beside
 * the row, because the browser's script has no schemas in the rows (`vite/contract-for-browsers.ts`).
 */
type FormEndpoint<Values, Output> = Pick<Endpoint, 'method' | 'path'> &
  ({ readonly body: z.ZodMiniType<Output, Values> } | { readonly form: z.ZodMiniType<Output, Values> })

/** What the form needs of its mutation. */
interface Save {
  readonly error: Error | null
  readonly isPending: boolean
  reset(): void
}

interface ContractFormOptions<Values extends FieldValues, Output, Result> {
  /** The values of an untouched form. */
  values: DefaultValues<Values>
  /** Id of the record that the form changes, null for a new record. Absent where the input must not be stored. */
  draftOf?: number | string | null
  /** Whether the errors are listed above the form, as a long form needs. */
  hasSummary?: boolean
  /** Prefix of the ids of the fields, where parts of the form have a fixed one. */
  idPrefix?: string
  /** The title of a dialog that shows an error of the server, in place of a notice above the buttons. */
  errorTitle?: string
  /** Returns the field that shows an error which the server names otherwise. */
  findField?(param: string): string
  save: Save
  /** Sends the parsed values, or the values as they were typed. */
  send(
    values: Output,
    on: { onSuccess(result: Result): void; onError(error: Error): void },
    typed: Values,
  ): void
  onSent?(result: Result): void
}

interface ContractFormState<Values extends FieldValues, Output, Result = never> {
  form: UseFormReturn<Values, unknown, Output>
  Field: Fields<Values>
  /** Prefix of the ids of the fields. */
  idPrefix: string
  submit: NonNullable<ComponentProps<'form'>['onSubmit']>
  /** Ends the form, which was sent by a second step. */
  finish(result: Result): void
  save: Save
  /** The messages that no field shows. */
  otherErrors: string[]
  draftNotice: ReactNode
  errorDialog: ReactNode
  summary: ReactNode
}

interface FieldDraft {
  recordId: number | string | null
  values: FieldValues
}

const draftHooks = new Map<string, ReturnType<typeof createDraftHook<FieldDraft>>>()

/** Returns the hook of the endpoint's own store of drafts. */
function getDraftHook({ method, path }: Pick<Endpoint, 'method' | 'path'>) {
  const key = `${method} ${path}`
  const hook = draftHooks.get(key) ?? createDraftHook<FieldDraft>()
  draftHooks.set(key, hook)
  return hook
}

export function useContractForm<Values extends FieldValues, Output, Result>(
  endpoint: FormEndpoint<Values, Output>,
  options: ContractFormOptions<Values, Output, Result>,
): ContractFormState<Values, Output, Result> {
  const { save, draftOf, hasSummary = false } = options
  const ownId = useId()
  const { idPrefix = `${ownId}-`, findField = (param) => param } = options
  const form = useForm<Values, unknown, Output>({
    resolver: zodResolver<Values, unknown, Output>('body' in endpoint ? endpoint.body : endpoint.form),
    defaultValues: options.values,
    shouldFocusError: !hasSummary,
  })
  const [attempt, setAttempt] = useState(0)
  const isSent = useRef(false)
  const { isDirty, errors } = form.formState
  const useDraft = getDraftHook(endpoint)
  const draft = useDraft(() =>
    draftOf !== undefined && isDirty && !isSent.current
      ? { recordId: draftOf, values: form.getValues() }
      : null,
  )
  // A form that stays on screen after it was sent stores what is typed next.
  useEffect(() => {
    if (!isDirty) isSent.current = false
  })
  const { offered } = draft
  const showErrors = () => setAttempt((count) => count + 1)

  function finish(result: Result) {
    isSent.current = true
    form.reset(form.getValues())
    options.onSent?.(result)
  }

  const submit = form.handleSubmit((values) => {
    if (save.isPending) return
    draft.discard()
    options.send(
      values,
      {
        onSuccess: finish,
        onError: (error) => {
          showServerErrors(error, form, findField, !hasSummary)
          if (options.errorTitle === undefined) showErrors()
        },
      },
      form.getValues(),
    )
  }, showErrors)

  return {
    form,
    Field: fields,
    idPrefix,
    submit,
    finish,
    save,
    otherErrors:
      save.error && options.errorTitle === undefined ? listOtherErrors(save.error, form, findField) : [],
    errorDialog: save.error && options.errorTitle !== undefined && (
      <ResultDialog
        opened
        kind="error"
        error={save.error}
        title={options.errorTitle}
        size={490}
        onClose={() => {
          save.reset()
          showErrors()
        }}
      >
        {save.error.message}
      </ResultDialog>
    ),
    draftNotice: offered !== null && offered.recordId === draftOf && (
      <DraftNotice
        onTake={() => {
          form.reset((values) => ({ ...values, ...offered.values }), { keepDefaultValues: true })
          draft.discard()
        }}
        onLeave={draft.discard}
      />
    ),
    summary: hasSummary && (
      <ErrorSummary
        attempt={attempt}
        errors={listFieldErrors(errors, form.getValues()).map(({ name, message }) => ({
          id: `${idPrefix}${name}`,
          message,
        }))}
      />
    ),
  }
}

interface ContractFormProps<Values extends FieldValues, Output>
  extends Pick<ComponentProps<'form'>, 'className' | 'aria-label' | 'aria-labelledby' | 'children'> {
  kit: ContractFormState<Values, Output>
}

/** The element of the form: the draft that can be restored, the list of errors, and the given fields and buttons. */
export function ContractForm<Values extends FieldValues, Output>(props: ContractFormProps<Values, Output>) {
  const { kit, children, ...rest } = props
  return (
    <FormProvider {...kit.form}>
      <FieldIds value={kit.idPrefix}>
        <form noValidate {...rest} onSubmit={kit.submit}>
          {kit.draftNotice}
          {kit.summary}
          {children}
        </form>
        {kit.errorDialog}
      </FieldIds>
    </FormProvider>
  )
}

/** The end of a form: the error that belongs to no field, the button that leaves the form, and the button that sends it. */
export function FormEnd<Values extends FieldValues, Output>(props: {
  kit: ContractFormState<Values, Output>
  className: string | undefined
  submit: string
  cancel?: string
  onCancel?(): void
  /** Loads the record again after another user changed it meanwhile. */
  onReload?(): void
}) {
  const { save, otherErrors } = props.kit
  const { error } = save
  const [first, ...others] = otherErrors
  const explanation = explainError(error, { isTyped: true })
  const isStale = error instanceof ApiError && error.status === 409
  return (
    <>
      {first !== undefined && (
        <Notice
          kind="error"
          title={first}
          actions={
            isStale &&
            props.onReload && (
              <Button size="xs" variant="outline" onClick={props.onReload}>
                Cargar los datos actuales
              </Button>
            )
          }
        >
          {others.map((message) => (
            <p key={message}>{message}</p>
          ))}
          {explanation && <p>{explanation}</p>}
        </Notice>
      )}
      <div className={props.className}>
        {props.onCancel && (
          <Button variant="default" disabled={save.isPending} onClick={props.onCancel}>
            {props.cancel ?? 'Volver'}
          </Button>
        )}
        <Button type="submit" loading={save.isPending}>
          {props.submit}
        </Button>
      </div>
    </>
  )
}

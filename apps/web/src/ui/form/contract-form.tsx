/** The one way of a form: schema, draft, error summary, server errors at their fields, stale edit and sent state. */
import { CallError } from '@mi-portal/contract/calls/call-error'
import type { Endpoint } from '@mi-portal/contract/calls/endpoint'
import {
  type BaseSyntheticEvent,
  type ComponentProps,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
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
import { FieldIds, type Fields, fields } from './fields.tsx'
import { createSchemaResolver } from './schema-resolver.ts'
import { type FindField, listFieldErrors, listOtherErrors, showServerErrors } from './server-errors.ts'

/**
 * An endpoint's row with the schema of the form: that of its request, or one of other values that the form types. The schema is given beside
 * the row, because the browser's script has no schemas in the rows (`vite/contract-for-browsers.ts`).
 */
export type FormEndpoint<Values, Output> = Pick<Endpoint, 'method' | 'path'> &
  ({ readonly body: z.ZodMiniType<Output, Values> } | { readonly form: z.ZodMiniType<Output, Values> })

/** What the form needs of its mutation. */
interface Save {
  readonly error: Error | null
  readonly isPending: boolean
  reset(): void
}

/** A mutation, as a form gets it. */
export interface SaveMutation<Input, Result = unknown> extends Save {
  mutate(input: Input, on: { onSuccess(result: Result): void; onError(error: Error): void }): void
}

export interface ContractFormOptions<Values extends FieldValues, Output, Result> {
  /** The values of an untouched form. */
  values: DefaultValues<Values>
  /** Id of the record that the form changes, null for a new record. Absent where the input must not be stored. */
  draftOf?: number | string | null
  /** Whether the errors are listed above the form, as a long form needs. */
  hasSummary?: boolean
  /** Prefix of the ids of the fields, where parts of the form have a fixed one. */
  idPrefix?: string
  /** Whether `FormErrorDialog` shows an error of the server, in place of a notice above the buttons. */
  hasErrorDialog?: boolean
  /** Returns the field that shows an error which the server names otherwise, or does not name. */
  findField?: FindField
  /** When the fields are checked first; at the first submit by default. */
  mode?: 'onTouched'
  /** Fields that a draft does not keep, such as passwords. */
  leftOutOfDraft?: readonly (keyof Values)[]
  /** Brings a field on screen before the summary moves the focus to it. */
  showField?(name: string): void
  /** Returns the text of an error in the summary, where its field alone does not say what it is about. */
  describeError?(name: string, message: string): string
  save: Save
  /** Sends the parsed values, or the values as they were typed. */
  send(
    values: Output,
    on: { onSuccess(result: Result): void; onError(error: Error): void },
    typed: Values,
  ): void
  onSent?(result: Result): void
}

export interface ContractFormState<Values extends FieldValues, Output, Result = never> {
  form: UseFormReturn<Values, unknown, Output>
  Field: Fields<Values>
  /** Prefix of the ids of the fields. */
  idPrefix: string
  submit(event?: BaseSyntheticEvent): Promise<void>
  /** Ends the form, which was sent by a second step. */
  finish(result: Result): void
  save: Save
  /** The messages that no field shows. */
  otherErrors: string[]
  draftNotice: ReactNode
  /** Moves the focus to the summary of errors. */
  showErrors(): void
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
  const { save, draftOf, hasSummary = false, hasErrorDialog = false, leftOutOfDraft = [] } = options
  const ownId = useId()
  const { idPrefix = `${ownId}-`, findField = (param) => param, describeError = (_, text) => text } = options
  const form = useForm<Values, unknown, Output>({
    resolver: createSchemaResolver('body' in endpoint ? endpoint.body : endpoint.form),
    defaultValues: options.values,
    shouldFocusError: !hasSummary,
    ...(options.mode && { mode: options.mode }),
  })
  const [attempt, setAttempt] = useState(0)
  const isSent = useRef(false)
  /** Stops a second press before the first one has changed `save`. */
  const isSending = useRef(false)
  const { isDirty, errors } = form.formState
  const useDraft = getDraftHook(endpoint)
  const draft = useDraft(() =>
    draftOf !== undefined && isDirty && !isSent.current
      ? { recordId: draftOf, values: leaveOut(form.getValues(), leftOutOfDraft) }
      : null,
  )
  useEffect(() => {
    // A form that stays on screen after it was sent stores what is typed next.
    if (!isDirty) isSent.current = false
    isSending.current = save.isPending
  })
  const { offered } = draft
  const showErrors = () => setAttempt((count) => count + 1)

  function finish(result: Result) {
    isSent.current = true
    // A form that was replaced while it was being sent has left its input as a draft.
    draft.discard()
    form.reset(form.getValues())
    options.onSent?.(result)
  }

  const submit = form.handleSubmit((values) => {
    if (save.isPending || isSending.current) return
    isSending.current = true
    draft.discard()
    options.send(
      values,
      {
        onSuccess: finish,
        onError: (error) => {
          showServerErrors(error, form, findField, !hasSummary)
          if (!hasErrorDialog) showErrors()
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
    otherErrors: save.error && !hasErrorDialog ? listOtherErrors(save.error, form, findField) : [],
    showErrors,
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
          message: describeError(name, message),
          show: () => options.showField?.(name),
        }))}
      />
    ),
  }
}

function leaveOut(values: FieldValues, names: readonly PropertyKey[]): FieldValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))
}

interface ContractFormProps<Values extends FieldValues, Output>
  extends Pick<
    ComponentProps<'form'>,
    'className' | 'aria-label' | 'aria-labelledby' | 'onChange' | 'children'
  > {
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
      </FieldIds>
    </FormProvider>
  )
}

interface FormErrorProps<Values extends FieldValues, Output> {
  kit: Pick<ContractFormState<Values, Output>, 'save' | 'otherErrors'>
  /** Loads the record again after another user changed it meanwhile. */
  onReload?: (() => void) | undefined
}

/** The error of the server that belongs to no field. */
export function FormError<Values extends FieldValues, Output>(props: FormErrorProps<Values, Output>) {
  const { save, otherErrors } = props.kit
  const { error } = save
  const [first, ...others] = otherErrors
  if (first === undefined) return null
  const explanation = explainError(error, { isTyped: true })
  const isStale = error instanceof CallError && error.status === 409
  return (
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
  )
}

/** The end of a form: the error that belongs to no field, the button that leaves the form, and the button that sends it. */
export function FormEnd<Values extends FieldValues, Output>(
  props: FormErrorProps<Values, Output> & {
    className: string | undefined
    submit: string
    danger?: boolean
    /** Whether the page has another main action. */
    soft?: boolean
    cancel?: string
    onCancel?: (() => void) | undefined
    /** Whether something else is in progress. */
    disabled?: boolean
  },
) {
  const { isPending } = props.kit.save
  return (
    <>
      <FormError kit={props.kit} onReload={props.onReload} />
      <div className={props.className}>
        {props.onCancel && (
          <Button variant="default" disabled={isPending || props.disabled} onClick={props.onCancel}>
            {props.cancel ?? 'Volver'}
          </Button>
        )}
        <Button
          type="submit"
          variant={props.soft ? 'soft' : 'filled'}
          danger={props.danger}
          disabled={props.disabled}
          loading={isPending}
        >
          {props.submit}
        </Button>
      </div>
    </>
  )
}

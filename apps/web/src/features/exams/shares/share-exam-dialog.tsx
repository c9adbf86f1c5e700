/**
 * Shares one exam, or chosen exams of its visit: the form, and then either the code for the recipient or the error. After an error the form is shown
 * again with everything that was typed.
 */
import { zodResolver } from '@hookform/resolvers/zod'
import { ApiError } from '@mi-portal/contract/api-error'
import { sharingText, sharingVisitText } from '@mi-portal/contract/consents'
import { shareDraft } from '@mi-portal/contract/exam-share-draft'
import { shareLimits } from '@mi-portal/contract/exam-share-limits'
import type { Exam, ExamType } from '@mi-portal/contract/exams'
import { IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { createDraftHook } from '../../../lib/drafts.ts'
import { waitForOutcome } from '../../../lib/wait-for-outcome.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckBox } from '../../../ui/check-box.tsx'
import { ChoiceCards } from '../../../ui/choice-cards.tsx'
import { DraftNotice } from '../../../ui/draft-notice.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ResultDialog } from '../../../ui/result-dialog.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { visitQuery } from '../exams.queries.ts'
import { ChosenExams } from './chosen-exams.tsx'
import { type CreatedShare, SharedDialog } from './shared-dialog.tsx'
import { type ExamToShare, SharedExam } from './shared-exam.tsx'
import classes from './shares.module.css'
import { examRelationshipsQuery, shareExam, useSharesChanged } from './shares.queries.ts'

const noConsent = 'Para compartir, marca la casilla de autorización'

/** Adds the consent checkbox, which this form requires; in the API the consent version is optional. */
const shareForm = z.extend(shareDraft, {
  consent_version: z.string().check(z.minLength(1, noConsent)),
})
type Draft = z.output<typeof shareForm>

// No relationship has the id 0: it means that none is chosen.
const nothing: Draft = {
  recipient_email: '',
  type_relationship: 0,
  comment: '',
  consent_version: '',
  other_exams: [],
}

const useDraft = createDraftHook<{ examId: number; typed: Draft; leftOut: readonly number[] }>()

interface ShareExamDialogProps {
  exam: Exam
  type: ExamType
  /** Whether the user chooses among all exams of the same visit; otherwise the link shows this exam. */
  wholeVisit: boolean
  onClose(): void
}

export function ShareExamDialog({ exam, type, wholeVisit, onClose }: ShareExamDialogProps) {
  const [typed, setTyped] = useState<Draft>(nothing)
  const [leftOut, setLeftOut] = useState<readonly number[]>([])
  const [error, setError] = useState<ApiError | null>(null)
  const [sendError, setSendError] = useState<ApiError | null>(null)
  const [shared, setShared] = useState<CreatedShare | null>(null)
  const changed = useSharesChanged(exam.patient_id)
  const latest = useRef<Draft | null>(null)
  const draft = useDraft(() =>
    shared === null && latest.current !== null
      ? { examId: exam.attention_id, typed: latest.current, leftOut }
      : null,
  )
  const offered = draft.offered?.examId === exam.attention_id ? draft.offered : null

  async function send([first, ...others]: readonly ExamToShare[], draft: Draft) {
    if (first === undefined) return
    const other_exams = others.map(({ attention_id }) => attention_id)
    const outcome = await waitForOutcome(shareExam(first, first.type, { ...draft, other_exams }))
    if (!(outcome instanceof ApiError)) {
      setShared({ ...outcome.share, to: draft.recipient_email, isSeveral: others.length > 0 })
      return changed()
    }
    setTyped(draft)
    setError(outcome)
    setSendError(outcome)
  }

  if (shared) return <SharedDialog share={shared} onClose={onClose} />
  if (sendError) {
    return (
      <ResultDialog
        opened
        kind="error"
        error={sendError}
        title={
          wholeVisit ? 'No ha sido posible compartir los exámenes' : 'No ha sido posible compartir el examen'
        }
        action={{ label: 'Volver al formulario', onClick: () => setSendError(null) }}
        onClose={() => setSendError(null)}
      >
        {sendError.message}
      </ResultDialog>
    )
  }
  return (
    <ShareForm
      key={offered ? 'offered' : 'typed'}
      exam={exam}
      type={type}
      wholeVisit={wholeVisit}
      typed={typed}
      leftOut={leftOut}
      onLeaveOut={setLeftOut}
      error={error}
      notice={
        offered && (
          <DraftNotice
            onTake={() => {
              setTyped(offered.typed)
              setLeftOut(offered.leftOut)
              latest.current = offered.typed
              draft.discard()
            }}
            onLeave={draft.discard}
          />
        )
      }
      onTyped={(values) => {
        // The consent is not part of the draft, because it is given at the moment of sharing.
        latest.current = {
          ...values,
          comment: values.comment ?? '',
          consent_version: '',
          other_exams: [],
        }
      }}
      onSend={send}
      onClose={onClose}
    />
  )
}

interface ShareFormProps extends ShareExamDialogProps {
  typed: Draft
  /** The exams of the visit that the user does not share. */
  leftOut: readonly number[]
  onLeaveOut(examIds: readonly number[]): void
  /** The server's last error, whose field errors are shown at their fields. */
  error: ApiError | null
  /** Notice that offers the draft of an earlier visit. */
  notice: ReactNode
  onTyped(values: z.input<typeof shareForm>): void
  onSend(exams: readonly ExamToShare[], draft: Draft): Promise<unknown>
}

function ShareForm(props: ShareFormProps) {
  const { exam, type, wholeVisit, typed, leftOut, error, notice, onTyped, onLeaveOut, onSend, onClose } =
    props
  const visit = useQuery({ ...visitQuery(exam, type), enabled: wholeVisit })
  const [noExams, setNoExams] = useState(error?.fieldErrorOf('other_exams'))
  const chosen = wholeVisit
    ? (visit.data ?? []).filter(({ attention_id }) => !leftOut.includes(attention_id))
    : [{ ...exam, type }]
  const isSeveral = wholeVisit && (visit.data === undefined || chosen.length > 1)
  const consent = isSeveral ? sharingVisitText : sharingText
  const choice = useRef<HTMLFieldSetElement>(null)
  const relationshipId = useId()
  const relationships = useQuery(examRelationshipsQuery)
  // The object must stay the same across renders; a new one would count as new errors.
  const [initialErrors] = useState(() => ({
    ...errorOf(error, 'recipient_email'),
    ...errorOf(error, 'type_relationship'),
    ...errorOf(error, 'comment'),
    ...errorOf(error, 'consent_version'),
  }))
  const { register, control, handleSubmit, formState, getValues, setValue, setError } = useForm({
    resolver: zodResolver(shareForm),
    defaultValues: typed,
    errors: initialErrors,
  })
  const { errors, isSubmitting } = formState

  async function submit(values: Draft) {
    if (chosen.length === 0) return choice.current?.querySelector('input')?.focus()
    // The text of the consent says whether it is for one exam or for several.
    if (values.consent_version !== consent.version) return setError('consent_version', { message: noConsent })
    await onSend(chosen, values)
  }

  return (
    <FormDialog
      title={wholeVisit ? 'Compartir exámenes' : 'Compartir examen'}
      onClose={isSubmitting ? () => undefined : onClose}
    >
      <form
        noValidate
        className={classes.form}
        onChange={() => onTyped(getValues())}
        onSubmit={(event) => {
          if (chosen.length === 0)
            setNoExams(visit.data ? 'Elige al menos un examen' : 'Espera a que se carguen los exámenes')
          return handleSubmit(submit)(event)
        }}
      >
        {notice}
        {wholeVisit ? (
          <ChosenExams
            ref={choice}
            query={visit}
            leftOut={leftOut}
            error={noExams}
            onLeaveOut={(examIds) => {
              setNoExams(undefined)
              setValue('consent_version', '')
              onLeaveOut(examIds)
            }}
          />
        ) : (
          <SharedExam exam={{ ...exam, type }} />
        )}
        <TextField
          {...register('recipient_email')}
          data-autofocus
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          label="E-mail del destinatario"
          error={errors.recipient_email?.message}
        />
        <Controller
          control={control}
          name="type_relationship"
          render={({ field, fieldState }) => (
            <ChoiceCards
              legend="Tipo de relación"
              id={relationshipId}
              options={(relationships.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              value={field.value === 0 ? null : field.value}
              onChange={(chosen) => {
                field.onChange(chosen)
                onTyped(getValues())
              }}
              error={fieldState.error?.message}
            />
          )}
        />
        {relationships.isPending && <p>Cargando...</p>}
        {relationships.isError && (
          <LoadError
            error={relationships.error}
            onRetry={relationships.refetch}
            retrying={relationships.isFetching}
          />
        )}
        <Controller
          control={control}
          name="comment"
          render={({ field, fieldState }) => (
            <TextArea
              label="Comentario"
              optional
              rows={4}
              maxLength={shareLimits.comment}
              value={field.value ?? ''}
              onChange={field.onChange}
              ref={field.ref}
              error={fieldState.error?.message}
            />
          )}
        />
        <Notice kind="warning" icon={IconShieldLock}>
          El destinatario recibirá un enlace que dura 7 días. Dale tú el código que verás en pantalla.
        </Notice>
        <Controller
          control={control}
          name="consent_version"
          render={({ field, fieldState }) => (
            <CheckBox
              ref={field.ref}
              checked={field.value === consent.version}
              onChange={(agreed) => field.onChange(agreed ? consent.version : '')}
              error={fieldState.error?.message}
            >
              {consent.text}
            </CheckBox>
          )}
        />
        <div className={classes.buttons}>
          <Button variant="default" disabled={isSubmitting} onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" loading={isSubmitting}>
            Compartir
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}

function errorOf(error: ApiError | null, name: keyof Draft) {
  const message = error?.fieldErrorOf(name)
  return message === undefined ? {} : { [name]: { type: 'server', message } }
}

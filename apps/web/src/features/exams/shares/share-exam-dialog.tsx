/**
 * Shares one exam: the form, and then either the code for the recipient or the error. After an error the form is shown
 * again with everything that was typed.
 */
import { zodResolver } from '@hookform/resolvers/zod'
import { ApiError } from '@mi-portal/contract/api-error'
import { sharingText } from '@mi-portal/contract/consents'
import { shareDraft, shareLimits } from '@mi-portal/contract/exam-shares'
import type { Exam, ExamType } from '@mi-portal/contract/exams'
import { IconFlask, IconPhotoScan, IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { formatTimestamp } from '../../../lib/dates.ts'
import { createDraftHook } from '../../../lib/drafts.ts'
import { waitForOutcome } from '../../../lib/wait-for-outcome.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckBox } from '../../../ui/check-box.tsx'
import { DraftNotice } from '../../../ui/draft-notice.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ResultDialog } from '../../../ui/result-dialog.tsx'
import { ShortListField } from '../../../ui/short-list-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { delayMs } from '../../../ui/tokens.ts'
import examClasses from '../exams.module.css'
import classes from './shares.module.css'
import { examRelationshipsQuery, shareExam, useSharesChanged } from './shares.queries.ts'

/** Adds the consent checkbox, which this form requires; in the API the consent version is optional. */
const shareForm = z.extend(shareDraft, {
  consent_version: z.string().check(z.minLength(1, 'Para compartir, marca la casilla de autorización')),
})
type Draft = z.output<typeof shareForm>

// No relationship has the id 0: it means that none is chosen.
const nothing: Draft = { recipient_email: '', type_relationship: 0, comment: '', consent_version: '' }

const useDraft = createDraftHook<{ examId: number; typed: Draft }>()

interface ShareExamDialogProps {
  exam: Exam
  type: ExamType
  onClose(): void
}

export function ShareExamDialog({ exam, type, onClose }: ShareExamDialogProps) {
  const [typed, setTyped] = useState(nothing)
  const [error, setError] = useState<ApiError | null>(null)
  const [sendError, setSendError] = useState<ApiError | null>(null)
  const [shared, setShared] = useState<{ code: string; expires_at: string; to: string } | null>(null)
  const changed = useSharesChanged(exam.patient_id)
  const latest = useRef<Draft | null>(null)
  const draft = useDraft(() =>
    shared === null && latest.current !== null ? { examId: exam.attention_id, typed: latest.current } : null,
  )
  const offered = draft.offered?.examId === exam.attention_id ? draft.offered.typed : null

  async function send(draft: Draft) {
    const outcome = await waitForOutcome(shareExam(exam, type, draft), delayMs.result)
    if (!(outcome instanceof ApiError)) {
      setShared({ ...outcome.share, to: draft.recipient_email })
      return changed()
    }
    setTyped(draft)
    setError(outcome)
    setSendError(outcome)
  }

  if (shared) return <SharedDialog {...shared} onClose={onClose} />
  if (sendError) {
    return (
      <ResultDialog
        opened
        kind="error"
        error={sendError}
        title="No ha sido posible compartir el examen"
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
      typed={typed}
      error={error}
      notice={
        offered && (
          <DraftNotice
            onTake={() => {
              setTyped(offered)
              latest.current = offered
              draft.discard()
            }}
            onLeave={draft.discard}
          />
        )
      }
      onTyped={(values) => {
        // The consent is not part of the draft, because it is given at the moment of sharing.
        latest.current = { ...values, comment: values.comment ?? '', consent_version: '' }
      }}
      onSend={send}
      onClose={onClose}
    />
  )
}

interface ShareFormProps extends ShareExamDialogProps {
  typed: Draft
  /** The server's last error, whose field errors are shown at their fields. */
  error: ApiError | null
  /** Notice that offers the draft of an earlier visit. */
  notice: ReactNode
  onTyped(values: z.input<typeof shareForm>): void
  onSend(draft: Draft): Promise<unknown>
}

function ShareForm({ exam, type, typed, error, notice, onTyped, onSend, onClose }: ShareFormProps) {
  const Icon = type === 'laboratory' ? IconFlask : IconPhotoScan
  const relationships = useQuery(examRelationshipsQuery)
  // The object must stay the same across renders; a new one would count as new errors.
  const [initialErrors] = useState(() => ({
    ...errorOf(error, 'recipient_email'),
    ...errorOf(error, 'type_relationship'),
    ...errorOf(error, 'comment'),
    ...errorOf(error, 'consent_version'),
  }))
  const { register, control, handleSubmit, formState, getValues } = useForm({
    resolver: zodResolver(shareForm),
    defaultValues: typed,
    errors: initialErrors,
  })
  const { errors, isSubmitting } = formState
  return (
    <FormDialog title="Compartir examen" onClose={isSubmitting ? () => undefined : onClose}>
      <form
        noValidate
        className={classes.form}
        onChange={() => onTyped(getValues())}
        onSubmit={handleSubmit(onSend)}
      >
        {notice}
        <div className={classes.exam}>
          <span className={`${examClasses.tile} ${examClasses[type]}`}>
            <Icon size={22} stroke={1.75} aria-hidden />
          </span>
          <p>
            <span className={examClasses.name}>{exam.type_exam}</span>
            <span className={examClasses.attention}>
              {exam.date} · {exam.doctor_solicite}
            </span>
          </p>
        </div>
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
            <ShortListField
              label="Tipo de relación"
              options={relationships.data ?? []}
              loading={relationships.isPending}
              value={field.value === 0 ? '' : String(field.value)}
              onChange={(chosen) => field.onChange(Number(chosen))}
              onBlur={field.onBlur}
              ref={field.ref}
              error={fieldState.error?.message}
            />
          )}
        />
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
              checked={field.value !== ''}
              onChange={(agreed) => field.onChange(agreed ? sharingText.version : '')}
              error={fieldState.error?.message}
            >
              {sharingText.text}
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

/** Shows the code. It appears only here: in no e-mail and in no list of shares. */
function SharedDialog(props: { code: string; expires_at: string; to: string; onClose(): void }) {
  const spaced = `${props.code.slice(0, 3)} ${props.code.slice(3)}`
  return (
    <ResultDialog
      opened
      size={490}
      kind="success"
      title="El examen fue compartido con éxito"
      action={{ label: 'Entendido', onClick: props.onClose }}
      onClose={props.onClose}
    >
      <p>
        Enviamos un enlace a <strong className={classes.address}>{props.to}</strong>. Para abrirlo necesita
        este código:
      </p>
      <p className={classes.code}>{spaced}</p>
      <p>
        Anótalo y dáselo tú: no lo volveremos a mostrar. El enlace funciona hasta el{' '}
        {formatTimestamp(props.expires_at)} y puedes revocarlo cuando quieras en «Compartidos».
      </p>
    </ResultDialog>
  )
}

/**
 * Shares one exam, or all exams of its visit: the form, and then either the code for the recipient or the error. After an error the form is shown
 * again with everything that was typed.
 */
import { zodResolver } from '@hookform/resolvers/zod'
import { ApiError } from '@mi-portal/contract/api-error'
import { sharingText, sharingVisitText } from '@mi-portal/contract/consents'
import { shareDraft, shareLimits } from '@mi-portal/contract/exam-shares'
import type { Exam, ExamType } from '@mi-portal/contract/exams'
import { IconCopy, IconFlask, IconPhotoScan, IconShare2, IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { formatTimestamp } from '../../../lib/dates.ts'
import { createDraftHook } from '../../../lib/drafts.ts'
import { portal } from '../../../lib/portal-config.ts'
import { waitForOutcome } from '../../../lib/wait-for-outcome.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckBox } from '../../../ui/check-box.tsx'
import { ChoiceCards } from '../../../ui/choice-cards.tsx'
import { DraftNotice } from '../../../ui/draft-notice.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { ResultDialog } from '../../../ui/result-dialog.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { delayMs } from '../../../ui/tokens.ts'
import examClasses from '../exams.module.css'
import { visitQuery } from '../exams.queries.ts'
import classes from './shares.module.css'
import { examRelationshipsQuery, shareExam, useSharesChanged } from './shares.queries.ts'

/** Adds the consent checkbox, which this form requires; in the API the consent version is optional. */
const shareForm = z.extend(shareDraft, {
  consent_version: z.string().check(z.minLength(1, 'Para compartir, marca la casilla de autorización')),
})
type Draft = z.output<typeof shareForm>

// No relationship has the id 0: it means that none is chosen.
const nothing: Draft = {
  recipient_email: '',
  type_relationship: 0,
  comment: '',
  consent_version: '',
  whole_visit: false,
}

const useDraft = createDraftHook<{ examId: number; typed: Draft }>()

interface ShareExamDialogProps {
  exam: Exam
  type: ExamType
  /** Whether the link also shows the other exams of the same visit. */
  wholeVisit: boolean
  onClose(): void
}

export function ShareExamDialog({ exam, type, wholeVisit, onClose }: ShareExamDialogProps) {
  const [typed, setTyped] = useState<Draft>({ ...nothing, whole_visit: wholeVisit })
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

  if (shared) return <SharedDialog {...shared} wholeVisit={wholeVisit} onClose={onClose} />
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
      error={error}
      notice={
        offered && (
          <DraftNotice
            onTake={() => {
              setTyped({ ...offered, whole_visit: wholeVisit })
              latest.current = { ...offered, whole_visit: wholeVisit }
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
          whole_visit: wholeVisit,
        }
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

function ShareForm(props: ShareFormProps) {
  const { exam, type, wholeVisit, typed, error, notice, onTyped, onSend, onClose } = props
  const consent = wholeVisit ? sharingVisitText : sharingText
  const relationshipId = useId()
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
    <FormDialog
      title={wholeVisit ? 'Compartir exámenes' : 'Compartir examen'}
      onClose={isSubmitting ? () => undefined : onClose}
    >
      <form
        noValidate
        className={classes.form}
        onChange={() => onTyped(getValues())}
        onSubmit={handleSubmit(onSend)}
      >
        {notice}
        {wholeVisit ? <VisitExams exam={exam} type={type} /> : <SharedExam exam={exam} type={type} />}
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
              checked={field.value !== ''}
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

function SharedExam({ exam, type }: { exam: Exam; type: ExamType }) {
  const Icon = type === 'laboratory' ? IconFlask : IconPhotoScan
  return (
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
  )
}

/** Lists the exams of a visit, so that the user sees what the link will show. */
function VisitExams({ exam, type }: { exam: Exam; type: ExamType }) {
  const exams = useQuery(visitQuery(exam, type))
  return (
    <QueryContent query={exams} skeleton={<RowSkeletons count={2} />}>
      {(all) => (
        <ul className={classes.exams} aria-label="Exámenes que se compartirán">
          {all.map((one) => (
            <li key={one.attention_id}>
              <SharedExam exam={one} type={one.type} />
            </li>
          ))}
        </ul>
      )}
    </QueryContent>
  )
}

interface SharedDialogProps {
  code: string
  expires_at: string
  to: string
  wholeVisit: boolean
  onClose(): void
}

/** Shows the code. It appears only here: in no e-mail and in no list of shares. */
function SharedDialog(props: SharedDialogProps) {
  const spaced = `${props.code.slice(0, 3)} ${props.code.slice(3)}`
  return (
    <ResultDialog
      opened
      size={490}
      kind="success"
      title={
        props.wholeVisit ? 'Los exámenes fueron compartidos con éxito' : 'El examen fue compartido con éxito'
      }
      action={{ label: 'Entendido', onClick: props.onClose }}
      onClose={props.onClose}
    >
      <p>
        Enviamos un enlace a <strong className={classes.address}>{props.to}</strong>. Para abrirlo necesita
        este código:
      </p>
      <p className={classes.code}>{spaced}</p>
      <CodeActions code={spaced} />
      <p>
        Anótalo y dáselo tú: no lo volveremos a mostrar. El enlace funciona hasta el{' '}
        {formatTimestamp(props.expires_at)} y puedes revocarlo cuando quieras en «Compartidos».
      </p>
    </ResultDialog>
  )
}

/** Copies the code, or hands it to another application of the phone where the browser can. */
function CodeActions({ code }: { code: string }) {
  const [outcome, setOutcome] = useState('')
  const canSend = typeof navigator.share === 'function'
  function copy() {
    navigator.clipboard.writeText(code).then(
      () => setOutcome('Código copiado'),
      () => setOutcome('No pudimos copiarlo. Anótalo.'),
    )
  }
  function send() {
    // The user may close the sheet of the phone, which is no error.
    navigator
      .share({
        text: `Te envié un enlace por correo desde ${portal.product}. Se abre con este código: ${code}`,
      })
      .then(
        () => setOutcome('Código enviado'),
        () => setOutcome(''),
      )
  }
  return (
    <div className={classes.codeActions}>
      <Button
        size="sm"
        variant="light"
        leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />}
        onClick={copy}
      >
        Copiar código
      </Button>
      {canSend && (
        <Button
          size="sm"
          variant="light"
          leftSection={<IconShare2 size={18} stroke={1.75} aria-hidden />}
          onClick={send}
        >
          Enviar código
        </Button>
      )}
      <span role="status" className={classes.quiet}>
        {outcome}
      </span>
    </div>
  )
}

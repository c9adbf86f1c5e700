/** Shares one exam: the form, then either the code to tell the recipient or what went wrong, after which the form comes back as it was. */
import { zodResolver } from '@hookform/resolvers/zod'
import { sharingText } from '@mi-portal/contract/consents'
import { shareDraft, shareLimits } from '@mi-portal/contract/exam-shares'
import type { Exam, ExamType } from '@mi-portal/contract/exams'
import { Failure } from '@mi-portal/contract/failure'
import { IconFlask, IconPhotoScan, IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { formatMoment } from '../../../lib/dates.ts'
import { settle } from '../../../lib/settle.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckBox } from '../../../ui/check-box.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ResultDialog } from '../../../ui/result-dialog.tsx'
import { ShortListField } from '../../../ui/short-list-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { wait } from '../../../ui/tokens.ts'
import examClasses from '../exams.module.css'
import classes from './shares.module.css'
import { examRelationshipsQuery, shareExam, useSharesChanged } from './shares.queries.ts'

/** Whoever shares from this page ticks a box of its own for it. */
const shareForm = z.extend(shareDraft, {
  consent_version: z.string().check(z.minLength(1, 'Para compartir, marca la casilla de autorización')),
})
type Draft = z.output<typeof shareForm>

// No relationship has the number 0.
const nothing: Draft = { recipient_email: '', type_relationship: 0, comment: '', consent_version: '' }

interface ShareExamDialogProps {
  exam: Exam
  type: ExamType
  onClose(): void
}

export function ShareExamDialog({ exam, type, onClose }: ShareExamDialogProps) {
  const [typed, setTyped] = useState(nothing)
  const [faults, setFaults] = useState<Failure | null>(null)
  const [refusal, setRefusal] = useState<Failure | null>(null)
  const [shared, setShared] = useState<{ code: string; expires_at: string; to: string } | null>(null)
  const changed = useSharesChanged(exam.patient_id)

  async function send(draft: Draft) {
    const outcome = await settle(shareExam(exam, type, draft), wait.result)
    if (!(outcome instanceof Failure)) {
      setShared({ ...outcome.share, to: draft.recipient_email })
      return changed()
    }
    setTyped(draft)
    setFaults(outcome)
    setRefusal(outcome)
  }

  if (shared) return <SharedDialog {...shared} onClose={onClose} />
  if (refusal) {
    return (
      <ResultDialog
        opened
        kind="error"
        title="No ha sido posible compartir el examen"
        action={{ label: 'Volver al formulario', onClick: () => setRefusal(null) }}
        onClose={() => setRefusal(null)}
      >
        {refusal.message === 'No ha sido posible compartir el examen' ? undefined : refusal.message}
      </ResultDialog>
    )
  }
  return <ShareForm exam={exam} type={type} typed={typed} faults={faults} onSend={send} onClose={onClose} />
}

interface ShareFormProps extends ShareExamDialogProps {
  typed: Draft
  /** What the server found wrong with what was typed. */
  faults: Failure | null
  onSend(draft: Draft): Promise<unknown>
}

function ShareForm({ exam, type, typed, faults, onSend, onClose }: ShareFormProps) {
  const Icon = type === 'laboratory' ? IconFlask : IconPhotoScan
  const relationships = useQuery(examRelationshipsQuery)
  // The same object at every render: another one would be taken for new errors.
  const [kept] = useState(() => ({
    ...errorOf(faults, 'recipient_email'),
    ...errorOf(faults, 'type_relationship'),
    ...errorOf(faults, 'comment'),
    ...errorOf(faults, 'consent_version'),
  }))
  const { register, control, handleSubmit, formState } = useForm({
    resolver: zodResolver(shareForm),
    defaultValues: typed,
    errors: kept,
  })
  const { errors, isSubmitting } = formState
  return (
    <FormDialog title="Compartir examen" onClose={isSubmitting ? () => undefined : onClose}>
      <form noValidate className={classes.form} onSubmit={handleSubmit(onSend)}>
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
            message={relationships.error.message}
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

function errorOf(faults: Failure | null, name: keyof Draft) {
  const message = faults?.faultOf(name)
  return message === undefined ? {} : { [name]: { type: 'server', message } }
}

/** The code stands here once and nowhere else: not in a mail, not in the list of what was shared. */
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
        {formatMoment(props.expires_at)} y puedes revocarlo cuando quieras en «Compartidos».
      </p>
    </ResultDialog>
  )
}

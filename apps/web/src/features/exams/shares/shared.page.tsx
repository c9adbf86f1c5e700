/** What the link of a shared exam leads to. Opening the page opens nothing: mail scanners follow links, and the code is what counts. */
import { zodResolver } from '@hookform/resolvers/zod'
import { type OpenedShare, shareCode } from '@mi-portal/contract/exam-shares'
import { Failure } from '@mi-portal/contract/failure'
import { IconExternalLink, IconLinkOff, IconShieldLock } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { formatHour, formatMoment } from '../../../lib/dates.ts'
import { portal } from '../../../lib/portal-config.ts'
import { Button, ButtonAnchor } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ResultList } from '../viewer/result-list.tsx'
import classes from './shares.module.css'
import { useOpenShare } from './shares.queries.ts'

export function SharedPage() {
  const { token = '' } = useParams({ strict: false })
  const open = useOpenShare(token)
  if (open.isSuccess) return <Opened {...open.data} />
  const refusal = open.error instanceof Failure ? open.error : null
  if (refusal?.status === 410 || refusal?.status === 404) return <Over status={refusal.status} />
  return <AskForCode refusal={refusal} busy={open.isPending} onCode={open.mutate} />
}

const form = z.object({ code: shareCode })

function AskForCode(props: { refusal: Failure | null; busy: boolean; onCode(code: string): void }) {
  const fault = props.refusal?.faultOf('code')
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(form),
    defaultValues: { code: '' },
  })
  return (
    <section className={`portal-card ${classes.card}`}>
      <span className={classes.mark}>
        <IconShieldLock size={28} stroke={1.75} aria-hidden />
      </span>
      <div>
        <h1>Examen compartido</h1>
        <p className={classes.lead}>
          Alguien quiere que veas uno de sus exámenes en {portal.product}. Ingresa el código de 6 dígitos que
          esa persona te dio.
        </p>
      </div>
      {props.refusal && fault === undefined && <Notice kind="error" title={props.refusal.message} />}
      <form noValidate className={classes.form} onSubmit={handleSubmit(({ code }) => props.onCode(code))}>
        <TextField
          {...register('code')}
          label="Código"
          description="Seis dígitos, por ejemplo 123 456."
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={9}
          error={formState.errors.code?.message ?? fault}
        />
        <Button type="submit" fullWidth loading={props.busy}>
          VER EXAMEN
        </Button>
      </form>
      <p className={classes.quiet}>
        Después de 10 códigos incorrectos el enlace deja de funcionar. Cada vez que se abre, la persona que lo
        compartió puede verlo.
      </p>
    </section>
  )
}

/** Ended, run out, or never there: what to do is the same. */
function Over({ status }: { status: 404 | 410 }) {
  return (
    <section className={`portal-card ${classes.card}`}>
      <span className={classes.mark}>
        <IconLinkOff size={28} stroke={1.75} aria-hidden />
      </span>
      <div role="alert">
        <h1>{status === 410 ? 'Este enlace ya no está disponible' : 'No encontramos este enlace'}</h1>
        <p className={classes.lead}>
          {status === 410
            ? 'Venció, se abrió el máximo de veces o la persona que lo compartió lo revocó. Pídele que comparta el examen nuevamente.'
            : 'Revisa que la dirección esté completa, como llegó en el correo.'}
        </p>
      </div>
    </section>
  )
}

function Opened(share: OpenedShare) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { exam, pdf_url } = share
  return (
    <section className={`portal-card ${classes.opened}`}>
      <header>
        <h1 ref={heading} tabIndex={-1}>
          {exam.type_exam}
        </h1>
        <p className={classes.lead}>
          {exam.date}, {formatHour(exam.hour)} · {exam.doctor_solicite}
        </p>
        <p className={classes.lead}>
          {exam.patient_full_name} · {exam.patient_document}
        </p>
      </header>
      {share.comment && (
        <Notice kind="info" title={`Comentario de ${share.shared_by}`}>
          <p className={classes.comment}>{share.comment}</p>
        </Notice>
      )}
      {share.type === 'laboratory' ? (
        <ResultList results={share.results} pdf_url={pdf_url} />
      ) : (
        pdf_url && (
          <ButtonAnchor
            href={pdf_url}
            target="_blank"
            rel="noopener noreferrer"
            leftSection={<IconExternalLink size={20} stroke={1.75} aria-hidden />}
            aria-label={`Abrir ${exam.type_exam}, se abre en una pestaña nueva`}
          >
            Abrir el informe
          </ButtonAnchor>
        )
      )}
      <p className={classes.quiet}>
        {pdf_url && 'El documento se puede abrir durante 5 minutos; después vuelve a ingresar el código. '}
        Disponible hasta el {formatMoment(share.expires_at)}.{' '}
        {share.openings_left === 1 ? 'Queda 1 apertura.' : `Quedan ${share.openings_left} aperturas.`}
      </p>
    </section>
  )
}

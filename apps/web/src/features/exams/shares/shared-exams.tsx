/**
 * The shared exams of a link. Loading the page opens nothing, because mail scanners follow links; the code is
 * required.
 */
import { CallError } from '@mi-portal/contract/calls/call-error'
import { shareCode } from '@mi-portal/contract/exams/exam-share-draft'
import { examShareEndpoints, type OpenedExam, type OpenedShare } from '@mi-portal/contract/exams/exam-shares'
import { IconExternalLink, IconLinkOff, IconPhotoScan, IconShieldLock } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { type ComponentType, Suspense, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { formatTaken, formatTimestamp } from '../../../lib/dates.ts'
import { portal } from '../../../lib/portal-config.ts'
import { Button, ButtonAnchor } from '../../../ui/button.tsx'
import {
  ContractForm,
  FormError,
  type SaveMutation,
  useContractForm,
} from '../../../ui/form/contract-form.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { ResultList } from '../viewer/result-list.tsx'
import { linkOver, useOpenShare } from './shares.queries.ts'

const cardLook = 'grid gap-4 max-w-form my-0 mx-auto p-6 max-desktop:p-4'
const markLook = 'size-[52px] grid place-items-center rounded-picture bg-soft text-on-soft'
const quietLook = 'block type-meta font-normal text-muted wrap-anywhere'

interface ImagesOfProps {
  /** The key of an opening, with which the images of an exam are listed. */
  openingKey: string
  /** Returns to the field for the code. */
  onAskCode(): void
}

interface SharedExamsProps {
  /** Shows the images of a shared exam. */
  ImagesOf: ComponentType<ImagesOfProps>
}

export function SharedExams({ ImagesOf }: SharedExamsProps) {
  const { token = '' } = useParams({ strict: false })
  const open = useOpenShare(token)
  if (open.isSuccess) return <Opened share={open.data} ImagesOf={ImagesOf} onAskCode={open.reset} />
  const error = open.error instanceof CallError ? open.error : null
  if (error?.status === 410 || error?.status === 404) return <ShareUnavailable status={error.status} />
  return <AskForCode save={open} />
}

const request = { ...examShareEndpoints.open, body: z.object({ code: shareCode }) }

function AskForCode({ save }: { save: SaveMutation<string, OpenedShare> }) {
  const kit = useContractForm(request, {
    values: { code: '' },
    save,
    send: ({ code }, on) => save.mutate(code, on),
  })
  return (
    <section className={`portal-card ${cardLook}`}>
      <span className={markLook}>
        <IconShieldLock size={28} stroke={1.75} aria-hidden />
      </span>
      <div>
        <h1>Examen compartido</h1>
        <p className="text-muted">
          Alguien quiere que veas uno de sus exámenes en {portal.product}. Ingresa el código de 6 dígitos que
          esa persona te dio.
        </p>
      </div>
      <FormError kit={kit} />
      <ContractForm kit={kit} className="grid gap-4">
        <kit.Field.Text
          name="code"
          label="Código"
          description="Seis dígitos, por ejemplo 123 456."
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={32}
        />
        <Button type="submit" fullWidth loading={save.isPending}>
          VER EXAMEN
        </Button>
      </ContractForm>
      <p className={quietLook}>
        Después de 10 códigos incorrectos el enlace deja de funcionar. Cada vez que se abre, la persona que lo
        compartió puede verlo.
      </p>
    </section>
  )
}

/**
 * Says why the share cannot be opened and what to do: with 410 it has ended, expired or reached the maximum of
 * openings, with 404 the link is unknown.
 */
function ShareUnavailable({ status }: { status: 404 | 410 }) {
  return (
    <section className={`portal-card ${cardLook}`}>
      <span className={markLook}>
        <IconLinkOff size={28} stroke={1.75} aria-hidden />
      </span>
      <div role="alert">
        <h1>{status === 410 ? linkOver : 'No encontramos este enlace'}</h1>
        <p className="text-muted">
          {status === 410
            ? 'Venció, se abrió el máximo de veces o la persona que lo compartió lo revocó. Pídele que comparta el examen nuevamente.'
            : 'Revisa que la dirección esté completa, como llegó en el correo.'}
        </p>
      </div>
    </section>
  )
}

interface OpenedProps extends SharedExamsProps {
  share: OpenedShare
  onAskCode(): void
}

function Opened({ share, ...images }: OpenedProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { exam, other_exams } = share
  const all = [share, ...other_exams]
  const documents = all.flatMap((one) => one.documents)
  const hasImages = all.some(({ images_key }) => images_key !== null)
  const isVisit = other_exams.length > 0
  return (
    <section className="portal-card grid gap-4 max-w-viewer my-0 mx-auto p-6 max-desktop:p-4">
      <header>
        <h1 ref={heading} tabIndex={-1}>
          {isVisit ? `${all.length} exámenes compartidos` : exam.type_exam}
        </h1>
        {!isVisit && <ExamLine exam={exam} />}
        <p className="text-muted">
          {exam.patient_full_name} · {exam.patient_document}
        </p>
      </header>
      {share.comment && (
        <Notice kind="info" title={`Comentario de ${share.shared_by}`}>
          <p className="whitespace-pre-wrap wrap-anywhere">{share.comment}</p>
        </Notice>
      )}
      {isVisit ? (
        all.map((one) => (
          <section
            key={one.exam.attention_id}
            className="grid gap-4 min-w-0 pt-4 border-t border-t-line-strong"
          >
            <div>
              <h2>{one.exam.type_exam}</h2>
              <ExamLine exam={one.exam} />
            </div>
            <ExamContent opened={one} {...images} />
          </section>
        ))
      ) : (
        <ExamContent opened={share} {...images} />
      )}
      <p className={quietLook}>
        {documents.length > 0 &&
          `${documents.length > 1 ? 'Los documentos se pueden' : 'El documento se puede'} abrir durante 5 minutos; después vuelve a ingresar el código. `}
        {hasImages && 'Las imágenes se pueden ver durante una hora. '}
        Disponible hasta el {formatTimestamp(share.expires_at)}.{' '}
        {share.openings_left === 1 ? 'Queda 1 apertura.' : `Quedan ${share.openings_left} aperturas.`}
      </p>
    </section>
  )
}

function ExamLine({ exam }: { exam: OpenedExam['exam'] }) {
  return (
    <p className="text-muted">
      {formatTaken(exam)} · {exam.doctor_solicite}
    </p>
  )
}

interface ExamContentProps extends SharedExamsProps {
  opened: OpenedExam
  onAskCode(): void
}

function ExamContent({ opened, ...images }: ExamContentProps) {
  if (opened.type === 'laboratory') return <ResultList {...opened} />
  return (
    <>
      <ImagingReport share={opened} />
      {opened.images_key !== null && (
        <Images name={opened.exam.type_exam} openingKey={opened.images_key} {...images} />
      )}
    </>
  )
}

interface ImagesProps extends SharedExamsProps, ImagesOfProps {
  /** The name of the exam. */
  name: string
}

/** Shows the images of an exam below a button that opens them. */
function Images({ name, ImagesOf, openingKey, onAskCode }: ImagesProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="light"
        aria-expanded={isOpen}
        leftSection={<IconPhotoScan size={20} stroke={1.75} aria-hidden />}
        aria-label={`${isOpen ? 'Ocultar' : 'Ver'} las imágenes de ${name}`}
        onClick={() => setOpen((before) => !before)}
      >
        {isOpen ? 'Ocultar las imágenes' : 'Ver las imágenes'}
      </Button>
      {isOpen && (
        <Suspense fallback={<BlockSkeleton height={420} />}>
          <ImagesOf openingKey={openingKey} onAskCode={onAskCode} />
        </Suspense>
      )}
    </>
  )
}

/**
 * Shows the report of an image or procedure. A single document is a link. A text, a conclusion, results, several documents, or
 * one that the portal cannot show, are listed on the page.
 */
function ImagingReport({ share }: { share: OpenedExam }) {
  const { exam, conclusion, report, results, pdf_url, documents } = share
  const isList = conclusion !== null || results.length > 0 || documents.length > 1 || report.length > 0
  if (isList || share.has_unshowable_document) return <ResultList {...share} />
  return (
    pdf_url && (
      <ButtonAnchor
        href={pdf_url}
        target="_blank"
        rel="noopener noreferrer"
        leftSection={<IconExternalLink size={20} stroke={1.75} aria-hidden />}
        aria-label={`Abrir el informe de ${exam.type_exam}, se abre en una pestaña nueva`}
      >
        Abrir el informe
      </ButtonAnchor>
    )
  )
}

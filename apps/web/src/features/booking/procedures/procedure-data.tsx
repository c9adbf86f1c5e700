import type { Procedure, ProcedureCategory } from '@mi-portal/contract/booking/procedures'
import { IconClipboardCheck, IconFileTypePdf, IconInfoCircle } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { portal } from '../../../lib/portal-config.ts'
import { Button, ButtonAnchor } from '../../../ui/button.tsx'
import { ChoiceCards } from '../../../ui/choice-cards.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PhoneLink } from '../../../ui/phone-link.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { ListField } from '../exam-wizard/list-field.tsx'
import {
  chooseProcedure,
  isProcedureChosen,
  type ProcedureChoices,
  type ProcedureFacts,
} from './procedures.flow.ts'
import { procedureSheetQuery } from './procedures.queries.ts'

export const patientTypeMissing = 'Para continuar, elige el tipo de paciente.'
export const chooseExamTypeFirst = 'Elige primero el tipo de examen.'
export const choosePatientTypeFirst = 'Elige primero el tipo de paciente.'

const { paediatric } = portal.ages
const kinds = [
  { value: 'ADULTO', label: 'Adulto', hint: `(mayores de ${paediatric} años)` },
  { value: 'PEDIATRICO', label: 'Pediátrico', hint: `(hasta los ${paediatric} años)` },
] as const

interface ProcedureDataProps {
  facts: ProcedureFacts
  categories: UseQueryResult<readonly ProcedureCategory[]>
  procedures: UseQueryResult<readonly Procedure[]>
  sending: boolean
  onChoices(choices: ProcedureChoices): void
  onDownload(): void
  onSubmit(): void
}

/** Lets the user choose the procedure and download its sheet, which is required before continuing. */
export function ProcedureData(props: ProcedureDataProps) {
  const { facts, categories, procedures, onChoices } = props
  const { choices, procedure } = facts
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const leave = (field: string) => setLeft((before) => new Set([...before, field]))
  const fieldError = (field: 'service_type' | 'exam', message: string) =>
    left.has(field) && choices[field] === undefined ? message : undefined
  const missing = describeMissing(facts)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isProcedureChosen(facts)) props.onSubmit()
  }

  return (
    <form
      noValidate
      className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-[minmax(0,722fr)_minmax(0,372fr)]"
      onSubmit={submit}
    >
      <div className="portal-card grid grid-cols-1 gap-6 p-4 desktop:p-6">
        <h2>Ingrese datos del examen</h2>
        <ChoiceCards
          legend="Tipo de paciente"
          options={kinds}
          value={choices.tipo ?? null}
          onChange={(tipo) => onChoices(chooseProcedure(choices, 'tipo', tipo))}
          error={left.size > 0 && choices.tipo === undefined ? 'Tipo de paciente es requerido' : undefined}
        />
        <ListField
          label="Tipo de examen (prestación)"
          waitsFor={choices.tipo === undefined ? choosePatientTypeFirst : undefined}
          query={categories}
          options={categories.data?.map(({ code, name }) => ({ id: code, name }))}
          none="No hay procedimientos para este tipo de paciente en esta sucursal."
          value={choices.service_type ?? ''}
          onChange={(code) => onChoices(chooseProcedure(choices, 'service_type', code))}
          onBlur={() => leave('service_type')}
          error={fieldError('service_type', 'Tipo de prestación es requerido')}
        />
        <ListField
          label="Examen"
          waitsFor={choices.service_type === undefined ? chooseExamTypeFirst : undefined}
          query={procedures}
          options={procedures.data?.map(({ code, name }) => ({ id: code, name }))}
          none="No hay procedimientos disponibles para esta categoría"
          value={procedure?.code ?? ''}
          onChange={(code) => onChoices(chooseProcedure(choices, 'exam', code))}
          onBlur={() => leave('exam')}
          error={fieldError('exam', 'Examen es requerido')}
        />
        <Notice kind="info">
          Si tu examen no está en la lista, llama a nuestro call center al{' '}
          <PhoneLink number={portal.supportPhone} />.
        </Notice>
      </div>
      <div className="grid gap-4">
        {procedure && <Sheet key={procedure.code} code={procedure.code} onDownload={props.onDownload} />}
        <Button
          type="submit"
          fullWidth
          disabled={missing !== null}
          loading={props.sending}
          aria-describedby="falta-procedimiento"
        >
          {props.sending ? 'Enviando...' : 'Continuar'}
        </Button>
        <p
          id="falta-procedimiento"
          className="type-meta flex flex-[1_1_240px] gap-2 text-muted [&>svg]:flex-none"
        >
          {missing && <IconInfoCircle size={18} stroke={1.75} aria-hidden />}
          {missing}
        </p>
      </div>
    </form>
  )
}

function describeMissing({ choices, procedure, downloaded }: ProcedureFacts): string | null {
  if (choices.tipo === undefined) return patientTypeMissing
  if (procedure === null) return 'Para continuar, elige el examen.'
  return downloaded ? null : 'Para continuar, descarga las indicaciones del examen.'
}

/** Shows what to bring and the sheet; the user cannot continue without downloading it. */
function Sheet({ code, onDownload }: { code: string; onDownload(): void }) {
  const sheet = useQuery(procedureSheetQuery(code))
  return (
    <section className="portal-card overflow-hidden" aria-labelledby="hoja-indicaciones">
      <h2
        id="hoja-indicaciones"
        className="flex items-center gap-3 bg-soft p-4 desktop:px-6 [&>svg]:flex-none [&>svg]:text-link"
      >
        <IconClipboardCheck size={22} stroke={1.75} aria-hidden />
        Indicaciones del examen
      </h2>
      <div className="grid gap-4 p-4 desktop:p-6">
        <p>
          Descarga y lee las indicaciones antes de continuar. Trae la orden médica y tus exámenes anteriores.
          El examen se entrega en CD o lo puedes ver en {portal.product}.
        </p>
        {sheet.isPending && <BlockSkeleton height={48} />}
        {sheet.isError && (
          <LoadError error={sheet.error} onRetry={sheet.refetch} retrying={sheet.isFetching} />
        )}
        {sheet.data !== undefined && (
          <ButtonAnchor
            variant="light"
            fullWidth
            href={sheet.data}
            target="_blank"
            rel="noopener"
            onClick={onDownload}
            leftSection={<IconFileTypePdf size={20} stroke={1.75} aria-hidden />}
          >
            Descargar indicaciones (PDF)
          </ButtonAnchor>
        )}
      </div>
    </section>
  )
}

import type { Procedure, ProcedureCategory } from '@mi-portal/contract/booking/procedures'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { portal } from '../../../lib/portal-config.ts'
import { Card } from '../../../ui/layout/layout.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PhoneLink } from '../../../ui/phone-link.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { ExamColumns } from '../exam-wizard/steps/exam-columns.tsx'
import { IndicationsCard } from '../exam-wizard/steps/indications.tsx'
import { chooseExamTypeFirst, ListField } from '../exam-wizard/steps/list-field.tsx'
import {
  describeFirstChoice,
  describeMissingPatient,
  PatientFields,
} from '../exam-wizard/steps/patient-fields.tsx'
import type { ExamPeople } from '../exam-wizard/wizard-people.queries.ts'
import { chooseProcedure, type ProcedureChoices, type ProcedureFacts } from './procedures.flow.ts'
import { procedureSheetQuery } from './procedures.queries.ts'

interface ProcedureDataProps {
  facts: ProcedureFacts
  family: ExamPeople
  /** The chosen category, or the only one. */
  category: ProcedureCategory | null
  categories: UseQueryResult<readonly ProcedureCategory[]>
  procedures: UseQueryResult<readonly Procedure[]>
  sending: boolean
  onChoices(choices: ProcedureChoices): void
  onDownload(): void
  onContinue(): void
}

/** Lets the user choose the procedure and download its sheet, which is required before continuing. */
export function ProcedureData(props: ProcedureDataProps) {
  const { facts, family, category, categories, procedures, onChoices } = props
  const { choices, procedure } = facts
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const leave = (field: string) => setLeft((before) => new Set([...before, field]))
  const fieldError = (field: 'service_type' | 'exam', chosen: unknown, message: string) =>
    left.has(field) && chosen === null ? message : undefined
  return (
    <ExamColumns
      label="Continuar"
      busyLabel="Enviando..."
      isBusy={props.sending}
      missing={describeMissing(props)}
      onContinue={props.onContinue}
      aside={procedure && <Sheet key={procedure.code} code={procedure.code} onDownload={props.onDownload} />}
    >
      <Card className="grid grid-cols-1 gap-6" aria-labelledby="datos-examen">
        <h2 id="datos-examen">Ingrese datos del examen</h2>
        <PatientFields
          family={family}
          kind={choices.tipo}
          kindError={
            left.size > 0 && choices.tipo === undefined ? 'Tipo de paciente es requerido' : undefined
          }
          onPatient={(paciente) => onChoices({ ...choices, paciente })}
          onKind={(tipo) => onChoices(chooseProcedure(choices, 'tipo', tipo))}
        />
        <ListField
          label="Tipo de examen (prestación)"
          waitsFor={describeFirstChoice(family, choices.tipo)}
          query={categories}
          options={categories.data?.map(({ code, name }) => ({ id: code, name }))}
          none="No hay procedimientos para este tipo de paciente en esta sucursal."
          value={category?.code ?? ''}
          onChange={(code) => onChoices(chooseProcedure(choices, 'service_type', code))}
          onBlur={() => leave('service_type')}
          error={fieldError('service_type', category, 'Tipo de prestación es requerido')}
        />
        <ListField
          label="Examen"
          waitsFor={category === null ? chooseExamTypeFirst : undefined}
          query={procedures}
          options={procedures.data?.map(({ code, name }) => ({ id: code, name }))}
          none="No hay procedimientos disponibles para esta categoría"
          value={procedure?.code ?? ''}
          onChange={(code) => onChoices(chooseProcedure(choices, 'exam', code))}
          onBlur={() => leave('exam')}
          error={fieldError('exam', procedure, 'Examen es requerido')}
        />
        <Notice kind="info">
          Si tu examen no está en la lista, llama a nuestro call center al{' '}
          <PhoneLink number={portal.supportPhone} />.
        </Notice>
      </Card>
    </ExamColumns>
  )
}

function describeMissing({ facts, family }: ProcedureDataProps): string | null {
  const missing = describeMissingPatient(family, facts.choices.tipo)
  if (missing !== null) return missing
  if (facts.procedure === null) return 'Para continuar, elige el examen.'
  return facts.downloaded ? null : 'Para continuar, descarga las indicaciones del examen.'
}

/** Shows what to bring and the sheet; the user cannot continue without downloading it. */
function Sheet({ code, onDownload }: { code: string; onDownload(): void }) {
  const sheet = useQuery(procedureSheetQuery(code))
  return (
    <IndicationsCard pdf={sheet.data} onDownload={onDownload}>
      <p>
        Descarga y lee las indicaciones antes de continuar. Trae la orden médica y tus exámenes anteriores. El
        examen se entrega en CD o lo puedes ver en {portal.product}.
      </p>
      {sheet.isPending && <BlockSkeleton height={48} />}
      {sheet.isError && <LoadError error={sheet.error} onRetry={sheet.refetch} retrying={sheet.isFetching} />}
    </IndicationsCard>
  )
}

import type { BodyPart, BookableExam, ExamSpecialty } from '@mi-portal/contract/booking/exam-catalogue'
import { IconArrowRight } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { portal } from '../../../../lib/portal-config.ts'
import { ChoiceCards } from '../../../../ui/choice-cards.tsx'
import { Card } from '../../../../ui/layout/layout.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { PhoneLink } from '../../../../ui/phone-link.tsx'
import { applyChoice, type Choices, needsAge } from '../exam-wizard.flow.ts'
import type { ExamPeople } from '../wizard-people.queries.ts'
import { BodyFigure } from './body-figure.tsx'
import { ExamColumns } from './exam-columns.tsx'
import { Indications } from './indications.tsx'
import { chooseExamTypeFirst, ListField } from './list-field.tsx'
import { describeFirstChoice, describeMissingPatient, isAgeAsked, PatientFields } from './patient-fields.tsx'

const underEight = [
  { value: 'si', label: 'Sí' },
  { value: 'no', label: 'No' },
] as const

interface ExamDataProps {
  choices: Choices
  family: ExamPeople
  specialties: UseQueryResult<readonly ExamSpecialty[]>
  specialty: ExamSpecialty | null
  exams: UseQueryResult<readonly BookableExam[]>
  exam: BookableExam | null
  /** The exams to choose from. */
  listed: readonly BookableExam[]
  /** The parts of the body to choose from; empty where there is no choice. */
  parts: readonly BodyPart[]
  /** Stores the choices of the address after a change. */
  onChoose(change: (choices: Choices) => Choices): void
  onContinue(): void
}

/** Lets the user choose the exam, from the kind of patient to the indications. Each choice clears the later ones. */
export function ExamData(props: ExamDataProps) {
  const { choices, family, specialty, exam, exams, specialties, parts, onChoose } = props
  const hasParts = parts.length > 0
  const waitsForPart = hasParts && choices.parte === undefined
  return (
    <ExamColumns
      label="CONTINUAR"
      icon={<IconArrowRight size={18} stroke={2} aria-hidden />}
      missing={describeMissing(props)}
      onContinue={props.onContinue}
      aside={
        <>
          {exam && <Indications key={exam.id} examId={exam.id} />}
          <Warnings {...props} />
        </>
      }
    >
      <Card className="grid grid-cols-1 gap-6" aria-label="Datos del examen">
        <PatientFields
          family={family}
          kind={choices.tipo}
          onPatient={(paciente) => onChoose((before) => ({ ...before, paciente }))}
          onKind={(tipo) => onChoose((before) => applyChoice(before, 'tipo', tipo))}
        />
        <ListField
          label="Tipo de examen"
          waitsFor={describeFirstChoice(family, choices.tipo)}
          query={specialties}
          options={specialties.data?.map(({ code, name }) => ({ id: code, name }))}
          none="No hay exámenes para este tipo de paciente."
          value={specialty?.code ?? ''}
          onChange={(code) => onChoose((before) => applyChoice(before, 'prestacion', code))}
        />
        {hasParts && (
          <BodyFigure
            parts={parts}
            value={choices.parte}
            onChange={(parte) => {
              if (parte !== choices.parte) onChoose((before) => applyChoice(before, 'parte', parte))
            }}
          />
        )}
        <ListField
          label="Examen"
          waitsFor={describeMissingForExam(specialty === null, waitsForPart)}
          query={exams}
          options={exams.data && props.listed.map(({ id, text }) => ({ id, name: text }))}
          none="No hay exámenes de este tipo."
          value={String(exam?.id ?? '')}
          onChange={(id) => onChoose((before) => applyChoice(before, 'examen', Number(id)))}
        />
        {isAgeAsked(family) && needsAge(choices, exam) && (
          <ChoiceCards
            legend={family.name ? `¿${family.name} tiene menos de 8 años?` : '¿Tienes menos de 8 años?'}
            options={underEight}
            value={choices.menor ?? null}
            onChange={(menor) => onChoose((before) => applyChoice(before, 'menor', menor))}
          />
        )}
      </Card>
    </ExamColumns>
  )
}

function describeMissing({ choices, exam, family }: ExamDataProps): string | null {
  const missing = describeMissingPatient(family, choices.tipo)
  if (missing !== null) return missing
  if (exam === null) return 'Para continuar, elige el examen.'
  if (needsAge(choices, exam) && choices.menor === undefined)
    return 'Para continuar, indica si el paciente tiene menos de 8 años.'
  return null
}

function describeMissingForExam(noSpecialty: boolean, noPart: boolean): string | undefined {
  if (noSpecialty) return chooseExamTypeFirst
  return noPart ? 'Elige primero la parte del cuerpo.' : undefined
}

/** Shows the warnings of the chosen exam, or of all listed exams while none is chosen. */
function Warnings({ choices, exam, exams }: ExamDataProps): ReactNode {
  const shownExams = exam ? [exam] : (exams.data ?? [])
  return (
    <>
      {choices.menor !== 'no' && shownExams.some(({ under_8_callcenter }) => under_8_callcenter) && (
        <Notice kind="warning">
          <strong>Menores de 8 años:</strong> escáner y resonancia tienen condiciones especiales. Llama al{' '}
          <PhoneLink number={portal.supportPhone} />.
        </Notice>
      )}
      {choices.tipo === 'adulto' && shownExams.some(({ creatinine_70_plus }) => creatinine_70_plus) && (
        <Notice kind="info">
          <strong>70 años o más con contraste:</strong> necesitas un examen de creatinina de no más de 30
          días.
        </Notice>
      )}
    </>
  )
}

/** The appointments of a day that have begun. The front desk records who attended. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay, today } from '../../lib/dates.ts'
import { CheckBox } from '../../ui/check-box.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import classes from './attendance.module.css'
import { dayAttendanceQuery } from './attendance.queries.ts'
import { AttendanceTable } from './attendance-table.tsx'

export function DayAttendance() {
  const [day, setDay] = useState(today)
  const [onlyPending, setOnlyPending] = useState(false)
  const [page, setPage] = useState(1)
  const [search, setSearch] = useState('')
  const query = useQuery(
    dayAttendanceQuery({ day, show: onlyPending ? 'pending' : 'all', filter: search, page }),
  )
  return (
    <>
      <div className={classes.filters}>
        <DateField
          label="Día"
          value={day}
          max={today()}
          opensAt={today()}
          description="Por ejemplo, 14/12/2026."
          autoComplete="off"
          onChange={(chosen) => {
            if (chosen === '') return
            setDay(chosen)
            setPage(1)
          }}
        />
        <SearchField
          label="Nombre o documento del paciente"
          value={search}
          maxLength={100}
          onSearch={(text) => {
            setSearch(text)
            setPage(1)
          }}
        />
        <CheckBox
          checked={onlyPending}
          onChange={(checked) => {
            setOnlyPending(checked)
            setPage(1)
          }}
        >
          Solo las que faltan por registrar
        </CheckBox>
      </div>
      <AttendanceTable
        query={query}
        of="day"
        caption={`Asistencia del ${formatDay(day)}`}
        none={
          search !== ''
            ? 'No encontramos horas de ese paciente en ese día'
            : onlyPending
              ? 'Ese día no faltan asistencias por registrar'
              : 'Ese día no hay horas que ya hayan comenzado'
        }
        page={page}
        onPage={setPage}
      />
    </>
  )
}

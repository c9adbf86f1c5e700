import { type NumberName, numberEndpoints } from '@mi-portal/contract/numbers'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { saveText } from '../../lib/browser/save-text.ts'
import { call } from '../../lib/call.ts'

export interface Period {
  desde: string
  hasta: string
}

export const numbersQuery = (query: Period) =>
  queryOptions({
    queryKey: ['numbers', query],
    queryFn: ({ signal }) =>
      call(numberEndpoints.all, { query }, { signal, fallback: 'Error server al obtener los números' }),
  })

/** Downloads one of the numbers as a file. */
export function useExportNumber() {
  return useMutation({
    mutationFn: async ({ name, query }: { name: NumberName; query: Period }) => {
      const file = await call(
        numberEndpoints.export,
        { params: { name }, query },
        { fallback: 'Error server al descargar los números' },
      )
      saveText(file.name, 'text/csv;charset=utf-8', file.csv)
    },
  })
}

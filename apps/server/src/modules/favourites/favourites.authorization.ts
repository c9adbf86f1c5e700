import { favouriteEndpoints } from '@mi-portal/contract/favourites'
import { defineCases, own } from '../../../test/authorization/cases.ts'

export const favouriteCases = defineCases('favourites', favouriteEndpoints, {
  list: own(),
  replace: own({
    sent: ({ id }) => ({
      body: { favourites: [{ name: 'Laboratorio', menu_id: 'laboratorio', patient_id: id }] },
    }),
  }),
})

export const favouriteRows = `insert into favourites (person_id, menu_id, name, position) select p, 'laboratorio', 'x', 1 from unnest($1::int[]) p
  where $2::timestamptz is not null`

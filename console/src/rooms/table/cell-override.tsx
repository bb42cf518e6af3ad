import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dropOverrides } from '@workbook-data-service/client/api';
import { RotateCcw } from 'lucide-react';
import { service } from '../../app/service.js';
import { useRights } from '../../app/use-rights.js';
import { exactText } from '../../grid/cell-text.js';
import { messages, useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { ProblemNotice } from '../../ui/notice.js';
import { pathOf, type TablePlace } from './first-rows.js';

const texts = messages(
  {
    title: 'Overridden here',
    computed: (value: string) => `The computed value is ${value || 'empty'}.`,
    drop: 'Take the computed value',
  },
  {
    title: 'ここで上書きされています',
    computed: (value: string) => `計算値は ${value || '空'} です。`,
    drop: '計算値に戻す',
  },
);

interface CellOverrideProps {
  place: TablePlace;
  rowId: number;
  column: string;
  /** What the table would have without the override. */
  computed: unknown;
}

/** What an overridden cell would be, and the way back to it. */
export function CellOverride({ place, rowId, column, computed }: CellOverrideProps) {
  const text = useText(texts);
  const queries = useQueryClient();
  const { mayWrite } = useRights(place.workbookId);
  const drop = useMutation({
    mutationFn: () =>
      dropOverrides(service, {
        path: pathOf(place),
        body: { cells: [{ row_id: rowId, column }], expected_version: null },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['workbook', place.workbookId] }),
  });
  return (
    <section>
      <h3>{text.title}</h3>
      <p>{text.computed(exactText(computed))}</p>
      {mayWrite && (
        <Button icon={<RotateCcw />} disabled={drop.isPending} onClick={() => drop.mutate()}>
          {text.drop}
        </Button>
      )}
      <ProblemNotice error={drop.error} />
    </section>
  );
}

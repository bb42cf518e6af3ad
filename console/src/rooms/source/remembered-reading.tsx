import { useMutation, useQueryClient } from '@tanstack/react-query';
import { analyzeSource } from '@workbook-data-service/client/api';
import { useState } from 'react';
import { RememberedNotice } from '../../app/readings/remembered-notice.js';
import { rememberedTexts } from '../../app/readings/remembered-texts.js';
import { service } from '../../app/service.js';
import type { SourcePlace } from '../../app/source-queries.js';
import { useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { showToast } from '../../ui/toasts.js';
import type { SpecSheet } from './spec-edits.js';

/** Like which file a sheet was read, with a way to read its file as if none like it were known. */
export function RememberedReading({
  place,
  sheet: { reading, rules },
  mayChange,
}: {
  place: SourcePlace;
  sheet: SpecSheet;
  mayChange: boolean;
}) {
  const text = useText(rememberedTexts);
  const queries = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const readAfresh = useMutation({
    mutationFn: () => analyzeSource(service, { path: place, query: { reading: 'ignore' } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['workbook', place.workbook_id] });
      setIsAsking(false);
      showToast({ text: text.wasReadAfresh });
    },
  });
  return (
    <RememberedNotice reading={{ ...reading, ...(rules && { rules }) }}>
      {mayChange && reading && !reading.afresh && (
        <Button onClick={() => setIsAsking(true)}>{text.readAfresh}</Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={text.readAfreshTitle(place.source_name)}
          action={text.readAfresh}
          change={{ ...readAfresh, mutate: () => readAfresh.mutate() }}
          onClose={() => setIsAsking(false)}
        >
          <p>{text.readAfreshHint}</p>
        </ConfirmDialog>
      )}
    </RememberedNotice>
  );
}

export default /* python */ `
class Table:
    """An input as a program sees it: it iterates as dict rows, and columns is a dict of lists."""

    def __init__(self, columns):
        self.columns = columns

    def __iter__(self):
        names = list(self.columns)
        for values in zip(*self.columns.values()):
            yield dict(zip(names, values))

    def __len__(self):
        return len(next(iter(self.columns.values()), ()))

    def __repr__(self):
        return f'Table({len(self)} rows: {", ".join(map(str, self.columns))})'

    @property
    def rows(self):
        return list(self)
`;

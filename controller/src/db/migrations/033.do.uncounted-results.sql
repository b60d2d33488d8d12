-- Whether a result came late, and whether its agent had a say, are two things. null: it had.
alter table check_results add column uncounted boolean;
